import { appConfig } from '@weft/ui/vite/app-config.ts'
import { defineConfig } from 'vite'

const SERVER = 'http://127.0.0.1:8081'

export default defineConfig(appConfig(import.meta.dirname, { '/ops/v1': SERVER, '/site.json': SERVER }))

import { appConfig } from '@weft/ui/vite/app-config.ts'
import { defineConfig } from 'vite'

const SERVER = 'http://127.0.0.1:8080'

export default defineConfig(appConfig(import.meta.dirname, { '/api': { target: SERVER, ws: true }, '/dev': SERVER, '/site.json': SERVER }))

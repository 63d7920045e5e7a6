import { join, resolve } from 'node:path'

/** The folder of the checkout; this file is apps/server/src/home.ts in it. */
export const HOME = resolve(import.meta.dirname, '../../..')
/** The folder of a built app. */
export const rootOf = (app: 'console' | 'ops'): string => join(HOME, 'apps', app, 'dist')

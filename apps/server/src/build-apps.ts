import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOME, rootOf } from './home.ts'

/** The apps that people open in a browser, with their names in messages. */
const apps = { console: 'the console', ops: 'the operator desk' } as const
export type App = keyof typeof apps

const sourcesOf = (app: App) => [
  `apps/${app}/**/*.{ts,tsx,css,html,svg,json}`,
  'packages/{contract,net,ui}/**/*.{ts,tsx,css,json,js,svg,txt}',
  'package-lock.json',
]
const stampOf = (app: App) => join(rootOf(app), '.built-from')

/** Builds each app that has no build yet or whose sources have changed since its build. */
export async function buildApps(say: (line: string) => void, signal: AbortSignal): Promise<void> {
  await Promise.all((Object.keys(apps) as App[]).map((app) => buildApp(app, say, signal)))
}

async function buildApp(app: App, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const sources = digestOf(sourcesOf(app))
  const built = readStamp(app)
  if (built === sources) return
  say(`building ${apps[app]}, because ${built === undefined ? 'it has not been built here yet' : 'its sources changed'} …`)
  const bin = join(HOME, 'node_modules/.bin')
  await new Promise<void>((done, fail) => {
    let output = ''
    const vite = spawn(join(bin, 'vite'), ['build', '--logLevel', 'warn'], {
      cwd: join(HOME, 'apps', app),
      env: { ...process.env, NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    vite.on('error', (error) => (signal.aborted ? done() : fail(error)))
    vite.on('close', (code) => (code === 0 || signal.aborted ? done() : fail(new Error(`${apps[app]} does not build:\n${output}`))))
  })
  if (!signal.aborted) writeFileSync(stampOf(app), sources)
}

/** Records that an app was just built by other means, so that it is not built again. */
export const noteBuilt = (app: App): void => writeFileSync(stampOf(app), digestOf(sourcesOf(app)))

function digestOf(sources: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: HOME, exclude: ['**/dist/**', '**/node_modules/**'] }).toSorted()
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(HOME, file)))
  return hash.digest('hex')
}

function readStamp(app: App): string | undefined {
  try {
    return readFileSync(stampOf(app), 'utf8')
  } catch {
    return undefined
  }
}

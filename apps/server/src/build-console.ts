import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE_ROOT, HOME } from './main.ts'

const SOURCES = ['apps/console/**/*.{ts,tsx,css,html,svg,json}', 'packages/{contract,net,ui}/**/*.{ts,tsx,css,json}', 'package-lock.json']
const STAMP = join(CONSOLE_ROOT, '.built-from')

/** Builds the console where its sources are not those that the present build was made from. */
export async function buildConsole(say: (why: string) => void, signal: AbortSignal): Promise<void> {
  const sources = digestOfSources()
  const built = readStamp()
  if (built === sources) return
  say(built === undefined ? 'it has not been built here yet' : 'its sources changed')
  const bin = join(HOME, 'node_modules/.bin')
  await new Promise<void>((done, fail) => {
    let output = ''
    const vite = spawn(join(bin, 'vite'), ['build', '--logLevel', 'warn'], {
      cwd: join(HOME, 'apps/console'),
      env: { ...process.env, NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    vite.on('error', (error) => (signal.aborted ? done() : fail(error)))
    vite.on('close', (code) => (code === 0 || signal.aborted ? done() : fail(new Error(`the console does not build:\n${output}`))))
  })
  if (!signal.aborted) writeFileSync(STAMP, sources)
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: HOME, exclude: ['**/dist/**', '**/node_modules/**'] }).toSorted()
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(HOME, file)))
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}

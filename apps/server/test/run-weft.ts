import { spawn } from 'node:child_process'
import path from 'node:path'
import { runCommand } from '../src/command-line.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** What a command wrote, and how it ended. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `weft` with only these arguments and settings, until it ends. */
export function runWeft(args: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_NO_WARNINGS: '1',
    // As bin/weft does: half of a start's processor time is compiling what the last one compiled.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
    ...settings,
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/server/src/cli.ts'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...ended, code }))
  })
}

/** As `runWeft`, in this process, where a command costs a few milliseconds. Not for `start` and `server`, unless they are refused at once. */
export async function runHere(args: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  const code = await runCommand([...args], settings, {
    say: (line) => void (ended.stdout += `${line}\n`),
    complain: (line) => void (ended.stderr += `${line}\n`),
  })
  return { ...ended, code }
}

/** Returns the settings of a test server: free ports, no demonstration. */
export const serverSettings = (more: Record<string, string>): Record<string, string> => ({
  WEFT_ENV: 'test',
  WEFT_DEMO: '0',
  WEFT_HTTP_PORT: '0',
  WEFT_OPS_PORT: '0',
  WEFT_AGENT_PORT: '0',
  WEFT_METRICS_PORT: '0',
  ...more,
})

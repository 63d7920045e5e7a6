import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { SECRET } from './world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const NODE = join(ROOT, 'node_modules/.bin/node')
const CLI = join(ROOT, 'apps/server/src/cli.ts')
/** The text that a server prints once it serves. */
export const SERVES = /Ctrl C ends it/
export const SERVE_COMMAND = [NODE, CLI, 'server']

/** Makes a process throw from a signal handler, outside the reach of our own code: SIGUSR2 throws once. */
export const THROW_ON_SIGNAL = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { throw new Error('a fault of the test', { cause: new Error('what led to it') }) })`,
)}`

export interface Program {
  child: ChildProcess
  /** Returns everything that it has written so far. */
  output(): string
  /** Resolves with the match once its output has it this many times. @throws with the whole output if the program ends before */
  said(pattern: RegExp, times?: number): Promise<RegExpExecArray>
  /** Resolves when it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const programs = new Set<Program>()

/** Starts a program whose environment has none of the caller's settings. */
export function startProgram([file = '', ...args]: string[], env: Record<string, string>): Program {
  const kept = Object.entries(process.env).filter(([name]) => !/^(WEFT_|VITEST|NODE_|DATABASE_URL)/.test(name))
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'), ...env },
  })
  let output = ''
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const look of looks) look()
    })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  )
  const program: Program = {
    child,
    output: () => output,
    ended,
    said: (pattern, times = 1) =>
      new Promise((found, failed) => {
        const look = () => {
          const match = [...output.matchAll(new RegExp(pattern, 'g'))][times - 1]
          if (!match) return
          looks.delete(look)
          found(match)
        }
        looks.add(look)
        void ended.then(({ code, signal }) => failed(new Error(`it ended with ${code ?? signal} before it said ${pattern}:\n${output}`)))
        look()
      }),
  }
  programs.add(program)
  void ended.then(() => programs.delete(program))
  return program
}

/** Ends the programs that a test left running, for afterEach. */
export async function endPrograms(): Promise<void> {
  for (const program of programs) {
    program.child.kill('SIGKILL')
    await program.ended
  }
}

/** Returns the settings of a server on a test's database; every port is a free one unless the test names it. */
export const settingsOf = (database: string, settings: Record<string, string> = {}): Record<string, string> => ({
  WEFT_ENV: 'test',
  DATABASE_URL: database,
  WEFT_SECRET: SECRET,
  WEFT_HTTP_PORT: '0',
  WEFT_OPS_PORT: '0',
  WEFT_AGENT_PORT: '0',
  WEFT_METRICS_PORT: '0',
  ...settings,
})

/** Returns the address at which a server listens, from its starting line. */
export async function addressOf(program: Program, listener: 'console' | 'ops' | 'agent' | 'metrics', times = 1): Promise<string> {
  const [, address = ''] = await program.said(new RegExp(`✓ ${listener} (http\\S+)\n`), times)
  return address.replace('//localhost:', '//127.0.0.1:')
}

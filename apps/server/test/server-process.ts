import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const WEFT = resolve(import.meta.dirname, '../bin/weft')
const STARTED = /console (http\S+)[^]*ops (http\S+)[^]*agent (http\S+)[^]*metrics (http\S+)[^]*ms; Ctrl C/
/** Characters of the server's output that are kept for a report. */
const KEPT = 1_000_000

/** `weft server` in a process of its own, on free ports of 127.0.0.1. */
export interface ServerProcess {
  dir: string
  pid: number
  ports: Record<'console' | 'ops' | 'agent' | 'metrics', number>
  /** The exit code or signal once it has ended; undefined while it runs. */
  ended(): string | undefined
  /** Returns what it wrote on both outputs. */
  output(): string
  /** Asks it to end and resolves with its exit code, or with the signal that ended it. */
  stop(): Promise<string>
}

/** Starts a server and resolves when it serves. @throws Error with the server's output if it ends before */
export async function startServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-server-'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEFT_') && name !== 'DATABASE_URL')
  const ports = { WEFT_HTTP_PORT: '0', WEFT_OPS_PORT: '0', WEFT_AGENT_PORT: '0', WEFT_METRICS_PORT: '0' }
  const child = spawn(WEFT, ['server'], {
    env: { ...Object.fromEntries(inherited), WEFT_DATA_DIR: dir, WEFT_DEMO: '0', ...ports, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let end: string | undefined
  const exited = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message))
    child.on('close', (code, signal) => done(signal ?? String(code)))
  }).then((how) => (end = how))
  const started = new Promise<RegExpExecArray>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-KEPT)
        const match = STARTED.exec(output)
        if (match) done(match)
      })
    void exited.then((how) => fail(new Error(`weft server ended with ${how}:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const how = await exited
    await rm(dir, { recursive: true, force: true })
    return how
  }
  try {
    const [console_, ops, agent, metrics] = (await started).slice(1).map((address) => Number(new URL(address).port))
    return {
      dir,
      pid: child.pid!,
      ports: { console: console_!, ops: ops!, agent: agent!, metrics: metrics! },
      ended: () => end,
      output: () => output,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

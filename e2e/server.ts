import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const node = path.join(root, 'node_modules/.bin/node')
/** A first start also builds the console if it is outdated, and loads the demonstration. */
const START_MS = 300_000
const STOP_MS = 120_000

export interface Addresses {
  console: string
  ops: string
  agent: string
}
export interface DemoLogin {
  where: string
  name: string
  password: string
}
/** A separate process of the product. */
export interface Running {
  /** Asks the process to end, as an operator would, and returns its exit code. */
  stop(): Promise<number | null>
  /** Returns its output so far. */
  output(): string
}
export interface Weft extends Running {
  addresses: Addresses
  data_dir: string
  /** The logins of the demonstration that the start printed. */
  logins: DemoLogin[]
  pid: number
}

/** Follows a program's output and its end. */
function follow(child: ChildProcess) {
  let output = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const tell of heard) tell()
    })
  const ended = new Promise<number | null>((end) => child.once('close', end))
  return {
    ended,
    output: () => output,
    /** Waits for a line. @throws with all output if the program ends first or does not print it in time */
    said: (pattern: RegExp, withinMs: number) =>
      new Promise<string>((found, failed) => {
        const fail = (why: string) => {
          clearTimeout(timer)
          failed(new Error(`${why}:\n${output}`))
        }
        const timer = setTimeout(() => fail(`did not say ${pattern} in ${withinMs} ms`), withinMs)
        const look = () => {
          if (!pattern.test(output)) return
          clearTimeout(timer)
          heard.delete(look)
          found(output)
        }
        heard.add(look)
        void ended.then((code) => fail(`ended with ${code}`))
        look()
      }),
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (child.exitCode === null) child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}

/** Runs `npm start` without npm: builds what is outdated, then serves. @param ports console, ops, agent, metrics */
export async function startWeft({
  data_dir,
  ports,
  demo,
  reachable = '',
}: {
  data_dir: string
  ports: number[]
  demo: boolean
  /** Hosts of the test that the server may call although they are not public. */
  reachable?: string
}): Promise<Weft> {
  const [http, ops, agent, metrics] = ports.map(String)
  const child = spawn(node, ['apps/server/src/cli.ts', 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // Without the settings of whoever runs the tests, and of the tests themselves, which the server would refuse.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WEFT_'))),
      WEFT_ENV: 'development',
      WEFT_DEMO: demo ? '1' : '0',
      WEFT_DATA_DIR: data_dir,
      WEFT_HTTP_PORT: http,
      WEFT_OPS_PORT: ops,
      WEFT_AGENT_PORT: agent,
      WEFT_METRICS_PORT: metrics,
      // Each visitor has a separate address, so that no rate limit counts one test against another.
      WEFT_TRUST_PROXY: '127.0.0.1',
      // Tests do not call from the loopback address, and read their codes at /dev.
      WEFT_DEV_OPEN: '1',
      WEFT_EGRESS_ALLOW: reachable,
      WEFT_ICP: '沪ICP备2026000001号',
    },
  })
  const program = follow(child)
  const output = await program.said(/Ctrl C ends it/, START_MS)
  return {
    addresses: { console: `http://localhost:${http}`, ops: `http://localhost:${ops}`, agent: `http://localhost:${agent}` },
    data_dir,
    logins: [...output.matchAll(/^ {2}(\S.*?) {2}(\S+) {2}(\S+)$/gm)].map(([, where, name, password]) => ({
      where: where!,
      name: name!,
      password: password!,
    })),
    pid: child.pid!,
    stop: program.stop,
    output: program.output,
  }
}

/** Ends only the simulated members that the server itself runs. */
export function endOwnFleet({ pid }: Weft): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const fleet = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').includes('fleet'))
  if (!fleet) throw new Error('the server runs no simulated members')
  process.kill(Number(fleet), 'SIGTERM')
}

/**
 * Starts `weft fleet`: simulated members that use the real protocol.
 * @param members a file with one member per line
 * @param flap how many branches at a time disconnect and return
 * @param ldap_allow a directory on this machine that they may query, as `host:port`
 */
export function startFleet(addresses: Addresses, members: string, { flap = 0, ldap_allow = '' }): Running {
  const args = ['fleet', '--server', addresses.agent, '--members', members, '--flap', String(flap), '--ldap-allow', ldap_allow]
  return follow(spawn(node, ['apps/agent/src/cli.ts', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }))
}

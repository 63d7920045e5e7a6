import { join } from 'node:path'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { type Child, inTemporaryFolder, ROOT, run } from './child.ts'

/** The real server in a process of its own, on a database of its own. */
export interface Server {
  process: Child
  /** Connects as the owner of the schema. */
  database: string
  console: string
  ops: string
  agent: string
  metrics: string
}

const START_SECONDS = 60

/** The command that serves, as an installation runs it, without demonstration data. */
export const withServer = <T>(work: (server: Server) => Promise<T>, settings: Record<string, string> = {}): Promise<T> =>
  inTemporaryFolder(async (dir) => {
    const server = await serve(dir, settings)
    try {
      return await work(server)
    } finally {
      await server.process.stop()
    }
  })

/** The same in a folder that stays. @param runner what the server is run by, such as a supervisor; the process is then that one's */
export async function serve(dir: string, settings: Record<string, string> = {}, runner: readonly string[] = []): Promise<Server> {
  const command = [...runner, join(ROOT, 'apps/server/bin/weft'), 'server']
  const child = run(command[0]!, command.slice(1), {
    env: {
      WEFT_DATA_DIR: dir,
      WEFT_DEMO: '0',
      // A bench is many callers, with one login.
      WEFT_CALLS_FACTOR: '1000',
      WEFT_HTTP_PORT: '0',
      WEFT_OPS_PORT: '0',
      WEFT_AGENT_PORT: '0',
      WEFT_METRICS_PORT: '0',
      ...settings,
    },
  })
  try {
    const [, console_, ops, agent, metrics] = await child.says(
      /console (http\S+)[^]*ops (http\S+)[^]*agent (http\S+)[^]*metrics (http\S+)[^]*ms; Ctrl C/,
      START_SECONDS,
    )
    const database = settings['WEFT_DATABASE_OWNER_URL'] ?? settings['DATABASE_URL'] ?? (await embeddedUrl(join(dir, 'postgres')))
    return {
      process: child,
      database: database!,
      console: loopback(console_!),
      ops: loopback(ops!),
      agent: loopback(agent!),
      metrics: loopback(metrics!),
    }
  } catch (error) {
    await child.stop().catch(() => {})
    throw error
  }
}

/** A name would be looked up for every connection. */
const loopback = (address: string) => address.replace('//localhost:', '//127.0.0.1:')

/** How many members the server says are connected to it. */
export async function connectedAgents({ metrics }: Server): Promise<number> {
  const text = await (await fetch(`${metrics}/metrics`)).text()
  return Number(/^weft_agents (\d+)$/m.exec(text)?.[1])
}

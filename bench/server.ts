import { join } from 'node:path'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { type Child, inTemporaryFolder, ROOT, run } from './child.ts'

/** The real server in a separate process with its own database. */
export interface Server {
  process: Child
  /** The address with the role of the schema's owner. */
  database: string
  console: string
  ops: string
  agent: string
  metrics: string
}

const START_SECONDS = 180

/** Runs work with the server as an installation runs it, without demonstration data. */
export const withServer = <T>(work: (server: Server) => Promise<T>, settings: Record<string, string> = {}): Promise<T> =>
  inTemporaryFolder(async (dir) => {
    const server = await serve(dir, settings)
    try {
      return await work(server)
    } finally {
      await server.process.stop()
    }
  })

/**
 * Starts the server in a folder that stays.
 * @param runner a command that runs the server, such as a supervisor; `process` is then it
 * @param root the checkout whose server it is
 */
export async function serve(
  dir: string,
  settings: Record<string, string> = {},
  runner: readonly string[] = [],
  root = ROOT,
): Promise<Server> {
  const command = [...runner, join(root, 'apps/server/bin/weft'), 'server']
  const child = run(command[0]!, command.slice(1), {
    env: {
      WEFT_DATA_DIR: dir,
      WEFT_DEMO: '0',
      // A bench makes the calls of many callers with one login.
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

/** Replaces the host name by its address, which spares a lookup for each connection. */
const loopback = (address: string) => address.replace('//localhost:', '//127.0.0.1:')

/** Returns the number of members connected to the server, from its metrics. */
export async function connectedAgents({ metrics }: Pick<Server, 'metrics'>): Promise<number> {
  const text = await (await fetch(`${metrics}/metrics`)).text()
  return Number(/^weft_agents (\d+)$/m.exec(text)?.[1])
}

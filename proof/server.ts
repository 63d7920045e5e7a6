import { join } from 'node:path'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { type ServerProcess, startServerProcess } from '../apps/server/test/server-process.ts'

/** What the log of a server says when something failed that nobody expected. */
export const FAULTS = /!! .*|.*Unhandled.*|.*uncaught.*/gi

/** Runs a real server on an embedded database of its own. */
export async function withServerProcess<T>(
  settings: Record<string, string>,
  work: (server: ServerProcess, database: string) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess(settings)
  try {
    return await work(server, (await embeddedUrl(join(server.dir, 'postgres')))!)
  } finally {
    await server.stop()
  }
}

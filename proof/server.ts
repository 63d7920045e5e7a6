import { join } from 'node:path'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { type ServerProcess, startServerProcess } from '../apps/server/test/server-process.ts'

/** Lines of a server's log that report an unexpected failure. */
export const FAULTS = /!! .*|.*Unhandled.*|.*uncaught.*/gi

/** Runs work with a real server on its own embedded database. */
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

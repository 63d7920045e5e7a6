import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections: otherwise one of these may take a port between the moment when it is found
 * free and the moment when a program listens on it, or while a program that listened on it is dead.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000]
/** Ports of one process. Its number decides which, so that processes that ask at the same time get different ones. */
const OF_A_PROCESS = 100
const PROCESSES = (HIGHEST - LOWEST) / OF_A_PROCESS

const first = LOWEST + (process.pid % PROCESSES) * OF_A_PROCESS
let asked = 0

/** Returns a port of 127.0.0.1 on which nothing listens. It is not returned again before all others of this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OF_A_PROCESS; tries++) {
    const port = first + (asked++ % OF_A_PROCESS)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${first} on is free`)
}

/** Returns different ports of 127.0.0.1 on which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) found.add(await freePort())
  return [...found]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

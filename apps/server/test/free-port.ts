import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections: otherwise one of these may take a port between the moment when it is found
 * free and the moment when a program listens on it, or while a program that listened on it is dead.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000]

/** Returns a port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
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

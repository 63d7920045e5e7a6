import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A way to the database that a test can cut, stop or open again. */
export async function aWayTo(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let state: 'open' | 'cut' | 'stopped' = 'open'
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = dial({ host: hostname, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => void (state === 'stopped' || to.write(bytes)))
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.toString(),
    /** Connections die and new ones are refused, as when PostgreSQL is killed. */
    cut() {
      state = 'cut'
      for (const socket of open) socket.destroy()
    },
    /** Connections stand and nothing comes through, as when PostgreSQL or the network stands still. */
    stop: () => void (state = 'stopped'),
    mend() {
      const stood = state === 'stopped'
      state = 'open'
      // What was swallowed cannot be said again.
      if (stood) for (const socket of open) socket.destroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** Makes a proxy to the database that a test can cut, stop, lose, lead elsewhere or open again. */
export async function aWayTo(target: string) {
  let { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let state: 'open' | 'cut' | 'stopped' = 'open'
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = dial({ host: hostname, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => void (state === 'stopped' || lost.has(from) || to.write(bytes)))
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
    /** Ends connections and refuses new ones, as when PostgreSQL is killed. */
    cut() {
      state = 'cut'
      for (const socket of open) socket.destroy()
    },
    /** Keeps connections open but passes nothing on, as when PostgreSQL or the network hangs. */
    stop: () => void (state = 'stopped'),
    /** Loses everything sent on existing connections, as when a firewall has forgotten them; new ones pass. */
    lose() {
      for (const socket of open) lost.add(socket)
      state = 'open'
    },
    /** Leads new connections to another database; existing ones stay where they are. */
    lead: (elsewhere: string) => void ({ hostname, port } = new URL(elsewhere)),
    mend() {
      const stood = state === 'stopped'
      state = 'open'
      // What was lost cannot be sent again.
      if (stood) for (const socket of open) socket.destroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

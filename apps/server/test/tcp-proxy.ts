import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a server that can be broken in the ways in which networks break. */
export interface TcpProxy {
  port: number
  /** Connections that are open through it, and all connections that were requested. */
  readonly open: number
  readonly asked: number
  /**
   * `pass`: everything goes through. `refuse`: new connections are reset, and so are the open ones. `freeze`: open connections remain and
   * what is sent over them is lost.
   */
  set(mode: 'pass' | 'refuse' | 'freeze'): void
  /** Closes the next connection in place of passing on its answer. */
  loseAnswer(): void
  close(): Promise<void>
}

/** Starts a proxy to a port of 127.0.0.1. */
export async function tcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let refusing = false
  let losing = false
  let asked = 0
  const server = createServer((near) => {
    asked += 1
    near.on('error', () => {})
    if (refusing) return void near.resetAndDestroy()
    const far = connect(target, '127.0.0.1')
    far.on('error', () => {})
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far)
    if (losing) far.once('data', () => near.destroy())
    else far.pipe(near)
    losing = false
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]])
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const [near] of pairs) near.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return pairs.size
    },
    get asked() {
      return asked
    },
    set(mode) {
      refusing = mode === 'refuse'
      if (refusing) breakAll()
      if (mode === 'freeze')
        for (const [near, far] of pairs) {
          near.unpipe(far).resume()
          far.unpipe(near).resume()
        }
    },
    loseAnswer() {
      losing = true
    },
    async close() {
      breakAll()
      await new Promise((done) => server.close(done))
    },
  }
}

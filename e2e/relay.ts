import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

const targetOf = (data_dir: string, port: number) => path.join(data_dir, `relay-${port}`)

/**
 * Listens on a free port of 127.0.0.1, and leads its connections to where a test has its own server. So the server can be told of the port
 * when it starts, and no other program takes it before the test begins.
 */
export async function openRelay(data_dir: string): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const relay = createServer((from) => {
    const { port } = relay.address() as AddressInfo
    const target = targetOf(data_dir, port)
    if (!existsSync(target)) return void from.destroy()
    const to = connect(Number(readFileSync(target, 'utf8')), '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.pipe(other)
      // The other end sees what happened to this one.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening))
  return {
    port: (relay.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        relay.close(() => closed())
        for (const socket of open) socket.destroy()
      }),
  }
}

/** Leads the connections to a relay's port to another port. */
export const lead = (data_dir: string, port: number, to: number): void => writeFileSync(targetOf(data_dir, port), String(to))

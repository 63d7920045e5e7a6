import net from 'node:net'

export interface StartupProxy {
  /** The address of the database through the proxy. */
  url: string
  /** From now on new connections lose their options. */
  dropOptions(): void
  /** From now on no new connection gets notifications, as behind a pooler in transaction mode. */
  dropNotifications(): void
  close(): Promise<void>
}

/**
 * Starts a proxy before the PostgreSQL of `url` that behaves like a pooler which ignores `options`: it removes them from the first message
 * of a connection (PostgreSQL, protocol 3.0, StartupMessage) and passes everything else on.
 */
export async function startStartupProxy(url: string, { dropping = true } = {}): Promise<StartupProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let drops = dropping
  let deaf = false
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    let first = Buffer.alloc(0)
    const begin = (chunk: Buffer) => {
      first = Buffer.concat([first, chunk])
      if (first.length < 4 || first.length < first.readInt32BE(0)) return
      client.off('data', begin)
      upstream.write(drops ? withoutOptions(first) : first)
      client.pipe(upstream)
    }
    client.on('data', begin)
    if (deaf) passWithoutNotifications(upstream, client)
    else upstream.pipe(client)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address() as net.AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).toString(),
    dropOptions: () => void (drops = true),
    dropNotifications: () => void (deaf = true),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Returns a StartupMessage without the parameter `options`: length, version, then pairs of name and value that end in a zero each. */
function withoutOptions(message: Buffer): Buffer {
  const words = message.subarray(8).toString('latin1').split('\0')
  const kept: string[] = []
  for (let at = 0; words[at]; at += 2) if (words[at] !== 'options') kept.push(`${words[at]}\0${words[at + 1]}\0`)
  const body = Buffer.from(`${kept.join('')}\0`, 'latin1')
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(8 + body.length, 0)
  return Buffer.concat([head, body])
}

/** Passes on what PostgreSQL sends, except each NotificationResponse (type `A`). A message is its type, its length and its body. */
function passWithoutNotifications(from: net.Socket, to: net.Socket): void {
  let rest = Buffer.alloc(0)
  from.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1)
      if (rest[0] !== 'A'.charCodeAt(0)) to.write(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
}

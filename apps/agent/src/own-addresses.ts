import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The addresses of this device's own lines. Its DHCP client, its cables and its routes change them while the agent runs. */
export interface OwnAddresses {
  /** Returns the own address from which packets to another address leave now; undefined if no line that is up leads there. */
  towards(address: string): Promise<string | undefined>
  /** Returns whether a line that is up has this address. */
  has(address: string): boolean
}

/** Stands for the controller while none of its addresses is known: an address of the internet that nobody has. Nothing is sent to it. */
const ANYWHERE = '192.0.2.1'
/** Seconds between two attempts that are made at once because the way has changed: a line may come and go. */
export const AT_ONCE_SECONDS = 5

/** Returns the address by which the way to the controller is looked for, from the host of its URL. */
export function addressOf(hostname: string): string {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) > 0 ? host : ANYWHERE
}

/**
 * Returns the addresses as the kernel has them. No packet is sent to learn them.
 * @param isTunnel tells the interfaces that are no lines: while a line is down, the route through a tunnel over this line leads nowhere
 */
export function kernelAddresses(isTunnel: (name: string) => boolean): OwnAddresses {
  // Interfaces without a carrier are not listed, although the kernel keeps their routes.
  const has = (address: string): boolean =>
    Object.entries(networkInterfaces()).some(
      ([name, addresses = []]) => !isTunnel(name) && addresses.some((one) => one.address === address),
    )
  /** The own port of each question. The kernel may choose among several gateways by the ports, and would answer differently each time. */
  let port = 0
  /** @returns undefined if another program uses the port */
  async function bound(type: 'udp4' | 'udp6'): Promise<Socket | undefined> {
    const socket = createSocket({ type, reuseAddr: true })
    socket.on('error', () => {})
    try {
      socket.bind(port)
      await once(socket, 'listening')
      port = socket.address().port
      return socket
    } catch {
      port = 0
      socket.close()
      return undefined
    }
  }
  return {
    has,
    async towards(address) {
      const type = isIPv6(address) ? 'udp6' : 'udp4'
      const socket = (await bound(type)) ?? (await bound(type))
      if (!socket) return undefined
      try {
        // The kernel chooses the route and the source of a datagram socket when it connects. The port means nothing.
        socket.connect(1, address)
        await once(socket, 'connect')
        const source = socket.address().address
        return has(source) ? source : undefined
      } catch {
        return undefined
      } finally {
        socket.close()
      }
    },
  }
}

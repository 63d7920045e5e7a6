import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The addresses of this device. Its DHCP client, its cables and its routes change them while the agent runs. */
export interface OwnAddresses {
  /** Returns the own address from which packets to another address leave now; undefined if no line that is up leads there. */
  towards(address: string): Promise<string | undefined>
  /** Returns whether an interface whose line is up has this address. */
  has(address: string): boolean
}

const has = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses = []) => addresses.some((one) => one.address === address))

/** The addresses as the kernel has them. No packet is sent to learn them. */
export const kernelAddresses: OwnAddresses = {
  has,
  async towards(address) {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    socket.on('error', () => {})
    try {
      // The kernel chooses the route and the source of a datagram socket when it connects. The port means nothing.
      socket.connect(1, address)
      await once(socket, 'connect')
      const source = socket.address().address
      // The kernel keeps routes of a line without a carrier.
      return has(source) ? source : undefined
    } catch {
      return undefined
    } finally {
      socket.close()
    }
  },
}

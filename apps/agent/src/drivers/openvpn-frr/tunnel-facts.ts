/** The facts in an OpenVPN configuration about the tunnels that it makes. */
export interface TunnelFacts {
  network_number: string
  /** `service` lets many in, `listen` one, and `dial` dials. */
  role: 'service' | 'listen' | 'dial'
  /** The other end; undefined for a service. */
  who: string | undefined
  /** The other end's address inside the tunnel, where it is fixed. */
  peer_address: string | undefined
  /** The address that it dials. */
  remote: string | undefined
}

/** Returns the facts in a configuration that the driver itself rendered. */
export function factsOf(name: string, config: string): TunnelFacts {
  const lines = new Map(config.split('\n').map((line) => [line.split(' ', 1)[0] ?? '', line.split(' ').slice(1)]))
  const role = lines.get('mode')?.[0] === 'server' ? 'service' : lines.has('tls-server') ? 'listen' : 'dial'
  return {
    network_number: name.slice(0, name.indexOf('-')),
    role,
    who: lines.get('verify-x509-name')?.[0],
    peer_address: role === 'listen' ? lines.get('ifconfig')?.[1] : undefined,
    remote: lines.get('remote')?.[0],
  }
}

/** A tunnel that is up, as it is reported. */
export interface UpTunnel {
  network_number: string
  who: string
  /** True if this end dialled. */
  dialled: boolean
  vpn_ip: string | null
  address: string | null
  /** Unix seconds. */
  since: number
  /** Bytes through it so far, as this end received and sent them. */
  received: number
  sent: number
}

/** Returns a key that differs for each tunnel, and each time that the same tunnel comes up. */
export const tunnelKey = ({ network_number, who, dialled, vpn_ip, since }: UpTunnel): string =>
  [network_number, who, dialled, vpn_ip, since].join(' ')

/** A member that a service has let in. */
export interface Client extends UpTunnel {
  /** OpenVPN's number of this connection, never given twice in one run. */
  cid: string
}

/**
 * Returns the members that a service has let in, from the lines of its own table (`status 3`):
 * CLIENT_LIST, name, real address, virtual address, virtual IPv6, received, sent, since, since in seconds, user, client id, peer id, cipher
 */
export function clientsOf(network_number: string, status: readonly string[]): Client[] {
  return status.flatMap((line) => {
    const [head, who = '', real = '', vpn_ip = '', , received, sent, , since, , cid = ''] = line.split('\t')
    if (head !== 'CLIENT_LIST' || who === 'UNDEF' || vpn_ip === '') return []
    return [
      {
        network_number,
        who,
        dialled: false,
        vpn_ip,
        address: real.replace(/^udp[46]:/, '').replace(/:\d+$/, ''),
        since: Number(since),
        received: Number(received),
        sent: Number(sent),
        cid,
      },
    ]
  })
}

/** A line of `state`: time, state, why, own address, remote address, remote port, local address, … */
export interface TunnelState {
  since: number
  name: string
  own_address: string | null
  local_address: string | null
}
export function stateOf(line: string): TunnelState {
  const [since, name = '', , own, , , local] = line.split(',')
  return { since: Number(since), name, own_address: own || null, local_address: local || null }
}

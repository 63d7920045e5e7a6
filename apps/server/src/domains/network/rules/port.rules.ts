import { isDeepStrictEqual } from 'node:util'
import { assignedPort, type NetworkSettings } from '@weft/member-config'
import { hiddenNetwork } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'

/** A service that listens on a device; its port is null unless one is fixed. */
export interface Listening {
  router_name: string
  service: 'hardware' | 'software' | 'twin'
  port: number | null
  network_number: string
  network_name: string
}

/** Returns the services that listen on the devices of a network. */
export function listeningOf(network_number: string, { network_name, members, center_link }: NetworkSettings): Listening[] {
  const head = { network_number, network_name }
  return Object.entries(members).flatMap(([router_name, { center }]): Listening[] =>
    center === null
      ? []
      : [
          { ...head, router_name, service: 'hardware', port: center.router_port.static_port },
          { ...head, router_name, service: 'software', port: center.software_port.static_port },
          ...(center_link.center_router_name === router_name
            ? [{ ...head, router_name, service: 'twin' as const, port: center_link.static_port }]
            : []),
        ],
  )
}

const byDevice = (all: readonly Listening[]) => Map.groupBy(all, ({ router_name }) => router_name)
const portOf = ({ network_number, service, port }: Listening) => port ?? assignedPort(network_number, service)
const portsOf = (services: readonly Listening[] = []) => services.map(({ service, port }) => [service, port])

/** Returns the devices whose listening services or ports changed. */
export function whosePortsChange(before: readonly Listening[], after: readonly Listening[]): string[] {
  const had = byDevice(before)
  return [...byDevice(after)].flatMap(([name, has]) => (isDeepStrictEqual(portsOf(had.get(name)), portsOf(has)) ? [] : [name]))
}

/**
 * Refuses a static port that is not unique on a device over all its networks (docs/design/domain.md §3), also compared with the ports
 * that services without a static one are assigned.
 * @param names the devices to check
 * @throws portTaken
 */
export function refuseTakenPorts(
  names: readonly string[],
  own: readonly Listening[],
  elsewhere: readonly Listening[],
  hidden: (network_number: string) => boolean,
): void {
  const [here, others] = [byDevice(own), byDevice(elsewhere)]
  for (const name of names) {
    const has = here.get(name) ?? []
    const all = [...has, ...(others.get(name) ?? [])]
    for (const [i, one] of has.entries())
      for (const other of all.slice(i + 1)) {
        if (portOf(one) !== portOf(other) || (one.port === null && other.port === null)) continue
        const network = hidden(other.network_number) ? hiddenNetwork('zh-CN') : other.network_name
        throw new Refusal('portTaken', { name, port: portOf(one), network })
      }
  }
}

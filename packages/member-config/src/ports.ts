import type { ServicePort } from '@weft/contract'

const FIRST = 10_000
const SLOTS = 18_000
const services = ['hardware', 'software', 'twin'] as const

/**
 * The port where a service of a center listens unless one is fixed: both ends know it, it never changes, and the services of one
 * device in several networks have different ones but for one case in thousands, in which a port must be fixed.
 */
export const assignedPort = (network_number: string, service: (typeof services)[number]): number =>
  FIRST + (Number(network_number) % SLOTS) * services.length + services.indexOf(service)

const LAST = 65_535
/** Ports below are the system's own. */
const LOWEST = 1025

/**
 * Where a network's services listen at a POP: two ports of its own, of which those of slot 0 begin with the one that the operator
 * named. Past the last port they go on with the lowest, so that more than thirty thousand networks have different ones.
 */
export function popPorts(port: number, slot: number): { hardware: number; software: number } {
  const at = (offset: number) => (port + offset <= LAST ? port + offset : port + offset - LAST - 1 + LOWEST)
  return { hardware: at(slot * 2), software: at(slot * 2 + 1) }
}

/** Where a service is dialled from outside; null while nobody knows the center's address. */
export function remoteOf(
  { public_ip, public_port, static_port }: ServicePort,
  address: string | null,
  assigned: number,
): { address: string; port: number } | null {
  const port = static_port ?? assigned
  if (public_ip !== null) return { address: public_ip, port: public_port ?? port }
  return address === null ? null : { address, port }
}

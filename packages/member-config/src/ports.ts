import type { ServicePort } from '@weft/contract'

const FIRST = 10_000
const SLOTS = 18_000
const services = ['hardware', 'software', 'twin'] as const

/**
 * Returns the port where a service of a center listens unless one is fixed. Both ends know it, it never changes, and the services of
 * one device in several networks have different ports, except in one case in thousands, in which a port must be fixed.
 */
export const assignedPort = (network_number: string, service: (typeof services)[number]): number =>
  FIRST + (Number(network_number) % SLOTS) * services.length + services.indexOf(service)

const LAST = 65_535
/** The lowest port that is not reserved for the system. */
const LOWEST = 1025

/**
 * Returns the two ports of a network's services at a POP; those of slot 0 begin with the port that the operator named. After the
 * last port they continue with the lowest, so that more than thirty thousand networks have different ports.
 */
export function popPorts(port: number, slot: number): { hardware: number; software: number } {
  const at = (offset: number) => (port + offset <= LAST ? port + offset : port + offset - LAST - 1 + LOWEST)
  return { hardware: at(slot * 2), software: at(slot * 2 + 1) }
}

/** Returns the address and port at which a service is dialled from outside; null while the center's address is unknown. */
export function remoteOf(
  { public_ip, public_port, static_port }: ServicePort,
  address: string | null,
  assigned: number,
): { address: string; port: number } | null {
  const port = static_port ?? assigned
  if (public_ip !== null) return { address: public_ip, port: public_port ?? port }
  return address === null ? null : { address, port }
}

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

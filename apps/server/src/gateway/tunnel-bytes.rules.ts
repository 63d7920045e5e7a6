import type { TunnelBytes } from '@weft/contract'
import type { LinkKey } from './events.rules.ts'

/** The bytes that a tunnel has carried since it came up, at `since` in the controller's time. */
export interface CarriedBytes extends LinkKey {
  since: number
  input: number
  out: number
}

/** Returns a device's count of a tunnel's bytes in the controller's time. @param skew the controller's clock minus the device's */
export function carriedBytes(
  { account_id, router_name }: { account_id: number; router_name: string },
  { network_number, who, dialled, since, input, out }: TunnelBytes,
  skew: number,
): CarriedBytes {
  const [center_router_name, point] = dialled ? [who, router_name] : [router_name, who]
  return { account_id, network_number, center_router_name, router_name: point, since: since + skew, input, out }
}

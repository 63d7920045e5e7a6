import { MemberInterface, type RouterType } from '@weft/contract'

/** Returns what follows `@` in a software member's name; '' for a hardware member, whose name is a serial number. */
export const signOf = (router_name: string, router_type: RouterType): string =>
  router_type === 1 ? '' : router_name.slice(router_name.lastIndexOf('@') + 1)

const PROTOCOLS: readonly string[] = MemberInterface.shape.protocol.options
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' && value !== '' ? value : other)

/**
 * Returns the interfaces that a device reported, with defaults for what it left out: older agents report less. An interface without a name
 * cannot be asked for and is left out.
 */
export function interfacesOf(reported: unknown): MemberInterface[] {
  if (!Array.isArray(reported)) return []
  return reported.flatMap((one: Record<string, unknown> | null) => {
    const name = textOr(one?.interface, undefined)
    if (!one || name === undefined) return []
    const protocol = PROTOCOLS.includes(one.protocol as string) ? (one.protocol as MemberInterface['protocol']) : 'dhcp'
    return {
      interface: name,
      interface_uuid: textOr(one.interface_uuid, name),
      protocol,
      ip: textOr(one.ip, null),
      ipv4: textOr(one.ipv4, null),
      ipv4_subnet_mask: textOr(one.ipv4_subnet_mask, null),
      mtu: Number.isSafeInteger(one.mtu) ? (one.mtu as number) : null,
    }
  })
}

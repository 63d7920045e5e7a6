import { MemberInterface, type RouterType } from '@weft/contract'

/** What follows `@` in a software member's name; '' of a hardware member, whose serial number has none to speak of. */
export const signOf = (router_name: string, router_type: RouterType): string =>
  router_type === 1 ? '' : router_name.slice(router_name.lastIndexOf('@') + 1)

const PROTOCOLS: readonly string[] = MemberInterface.shape.protocol.options
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' && value !== '' ? value : other)

/**
 * The interfaces that a device reported, with what it left out as null: older agents say less. One without a name cannot be
 * asked for and is left out.
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

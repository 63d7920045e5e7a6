import { type DeviceCheck, MAX_CHECKED, type Measured } from '@weft/contract/agent-protocol'
import type { MemberDocument } from '@weft/member-config'

/** A tunnel that a device should have to a center, another branch or a POP. */
export interface Target {
  network_number: string
  /** Its other end by name, and the POP's area if that is a POP. */
  who: string
  ov_id: string | null
  /** The other end's address inside the tunnel. */
  address: string
}

/** Returns the tunnels of a document to centers, other branches and POPs; those of members that dial in are not among them. */
const targetsOf = (document: MemberDocument | null): Target[] =>
  (document?.networks ?? []).flatMap((section): Target[] => {
    if (section.position === 'pop') return []
    const { network_number } = section
    const links = section.position === 'point' ? section.links.filter(({ enable }) => enable) : []
    const twin = section.position === 'center' ? section.twin : null
    return [
      ...links.map(({ center, gateway }) => ({ network_number, who: center, ov_id: null, address: gateway })),
      ...(twin ? [{ network_number, who: twin.peer, ov_id: null, address: twin.peer_address }] : []),
      ...section.pop_links.map(({ pop_name, ov_id, gateway }) => ({ network_number, who: pop_name, ov_id, address: gateway })),
    ]
  })

/** Measures the tunnels of a document that are up, all at once. @param up the tunnels that are up, by network and other end */
export const checkTargets = (
  document: MemberDocument | null,
  up: readonly { network_number: string; who: string }[],
  measure: (target: Target) => Promise<Measured | null>,
): Promise<DeviceCheck['tunnels']> => {
  const there = new Set(up.map(({ network_number, who }) => `${network_number} ${who}`))
  return Promise.all(
    targetsOf(document)
      .slice(0, MAX_CHECKED)
      .map(async (target) => {
        const { network_number, who, ov_id } = target
        const isUp = there.has(`${network_number} ${who}`)
        return { network_number, router_name: ov_id === null ? who : null, ov_id, up: isUp, measured: isUp ? await measure(target) : null }
      }),
  )
}

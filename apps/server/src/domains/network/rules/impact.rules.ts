import { isDeepStrictEqual } from 'node:util'
import { type impactKinds, impactKinds as kinds, type NetworkImpact } from '@weft/contract'
import type { Section } from '@weft/member-config'

type Kind = (typeof impactKinds)[number]
type Center = Extract<Section, { position: 'center' }>
type Point = Extract<Section, { position: 'point' }>

/** Approximate seconds without connection, as measured (docs/design/data-plane.md §3). */
const SECONDS: Record<Kind, number> = { live: 0, bounce: 2, restart: 9, leave: 0 }
/** Most names that are returned for each kind; the rest are counted. */
const NAMED = 20

const services = ({ services: all }: Point | Center) =>
  all && [all.hardware, all.software].map(({ segment, port, device }) => [segment, port, device])
const listening = (section: Center) => [section.ciphers, section.twin, services(section)]
const links = (section: Point | Center) =>
  section.position === 'point' ? section.links.filter((link) => link.enable).map(({ preference: _, ...link }) => link) : []

/** Returns the effect on a member when its section of the network changes, undefined if it stays the same. */
function kindOf(was: Section | undefined, will: Section | undefined): Kind | undefined {
  if (!was || was.position === 'pop') return undefined
  if (!will) return 'leave'
  if (isDeepStrictEqual(was, will)) return undefined
  if (will.position !== was.position || was.ciphers !== will.ciphers) return 'restart'
  if (was.position === 'center' && will.position === 'center')
    return isDeepStrictEqual(listening(was), listening(will)) ? 'live' : 'restart'
  if (was.position !== 'point' || will.position !== 'point') return 'restart'
  // A branch that begins to listen loses no connection.
  if (was.services && !isDeepStrictEqual(services(was), services(will))) return 'restart'
  const [had, has] = [links(was), links(will)]
  const kept = had.filter((link) => has.some((other) => isDeepStrictEqual(link, other)))
  if (had.length > 0 && kept.length === 0) return 'restart'
  const pushed = was.kind === 'software' && !isDeepStrictEqual([was.dns, was.dial_mode], [will.dns, will.dial_mode])
  return kept.length < had.length || pushed ? 'bounce' : 'live'
}

/**
 * Returns the effect of a change on the members of a network: whose tunnels stay up, who reconnects and for about how long. Members
 * that join are left out, since they lose nothing.
 */
export function impactOf(was: ReadonlyMap<string, Section>, will: ReadonlyMap<string, Section>): NetworkImpact[] {
  const names = new Map<Kind, string[]>()
  for (const [name, section] of was) {
    const kind = kindOf(section, will.get(name))
    if (kind) names.set(kind, [...(names.get(kind) ?? []), name])
  }
  return kinds.toReversed().flatMap((kind) => {
    const affected = names.get(kind) ?? []
    return affected.length === 0 ? [] : [{ kind, seconds: SECONDS[kind], count: affected.length, router_names: affected.slice(0, NAMED) }]
  })
}

import { isDeepStrictEqual } from 'node:util'
import type { NetworkImpact } from '@weft/contract'
import {
  type NetworkFacts,
  type NetworkIntent,
  type NetworkSettings,
  type PatchEntry,
  patchOf,
  type Section,
  sectionsOf,
} from '@weft/member-config'
import { claimsOf, type Surroundings } from '@weft/network-rules'
import { impactOf } from './impact.rules.ts'
import type { Resource, Scene } from './scene.rules.ts'
import { settle } from './settle.rules.ts'
import { type Moved, movedBy } from './trial.rules.ts'

/** The facts outside a network that a decision about its settings needs: new members, POP resources, and all else that uses addresses. */
export type Basis = Pick<Scene, 'candidates' | 'resources'> & { around: Surroundings }

/** One of several changes with its effect after those before it, or all together if there are too many. */
export interface Step {
  patch: PatchEntry[]
  impact: NetworkImpact[]
}

/** A network as it would be, and how its settings differ: `patch` is empty if nothing changes. */
export interface Proposal {
  after: NetworkIntent
  patch: PatchEntry[]
}

/** What a change makes of a network. */
export interface Decision extends Proposal {
  impact: NetworkImpact[]
  steps: Step[]
  /** The members and POPs whose section of the network differs. */
  touched: string[]
  moved: Moved[]
}

/** Returns the network with the wanted settings. @param wanted without the values that follow from them */
export function propose(before: NetworkIntent, wanted: NetworkSettings, basis: Basis): Proposal {
  const after = completed(before, wanted, basis)
  return { after, patch: patchOf(before.settings, after.settings) }
}

/**
 * Decides what a proposal does to the members of the network. It must have been checked: overlapping segments cannot be compiled.
 * @param stages the settings after each of several changes, without the values that follow from them
 */
export function decide(before: NetworkIntent, { after, patch }: Proposal, stages: readonly NetworkSettings[], basis: Basis): Decision {
  const [was, will] = [sectionsOf(before), sectionsOf(after)]
  return {
    after,
    patch,
    impact: impactOf(was, will),
    steps: stepsOf(before, was, stages, basis),
    touched: differing(was, will),
    moved: movedBy([before.settings, was], [after.settings, will]),
  }
}

/** Returns a network with the wanted settings and all values that follow from them. */
function completed(before: NetworkIntent, wanted: NetworkSettings, { candidates, resources, around }: Basis): NetworkIntent {
  const resource = wanted.network_fr_id === null ? undefined : resources.get(wanted.network_fr_id)
  const facts = factsAfter(before.facts, wanted, resource, candidates)
  const taken = [...claimsOf(wanted, facts, around), ...around.others]
  return { settings: settle(wanted, { facts, areas: resource?.areas ?? {}, taken }), facts }
}

/** Returns the facts with those of new members and of the areas of the POP resource that the network will use. */
function factsAfter(
  facts: NetworkFacts,
  wanted: NetworkSettings,
  resource: Resource | undefined,
  candidates: Basis['candidates'],
): NetworkFacts {
  const members = { ...facts.members }
  for (const name of newIn(wanted, facts)) {
    const candidate = candidates.get(name)
    if (candidate) members[name] = { router_type: candidate.router_type, status: candidate.status, address: candidate.address ?? null }
  }
  return { ...facts, members, areas: resource?.usable ? resource.areas : {} }
}

/** Returns the members of the settings of which the network has no facts yet. */
export const newIn = ({ members }: NetworkSettings, facts: NetworkFacts): string[] =>
  Object.keys(members).filter((name) => facts.members[name] === undefined)

/** Returns what each of several changes does after those before it. */
function stepsOf(present: NetworkIntent, sections: ReadonlyMap<string, Section>, stages: readonly NetworkSettings[], basis: Basis): Step[] {
  let [before, was] = [present, sections]
  return stages.map((wanted) => {
    const after = completed(before, wanted, basis)
    const will = sectionsOf(after)
    const step = { patch: patchOf(before.settings, after.settings), impact: impactOf(was, will) }
    ;[before, was] = [after, will]
    return step
  })
}

const differing = (was: ReadonlyMap<string, Section>, will: ReadonlyMap<string, Section>): string[] =>
  [...new Set([...was.keys(), ...will.keys()])].filter((name) => !isDeepStrictEqual(was.get(name), will.get(name)))

import { endsOf, type NetworkIntent, type NetworkSettings } from '@weft/member-config'
import { type Claim, claimsOf, endAfter, overlapAfter, type Problem, type Surroundings } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findResources, type Hidden, listeningElsewhere, surroundingsOf } from '../detail/surroundings.queries.ts'
import { listeningOf, refuseTakenPorts, whosePortsChange } from '../rules/port.rules.ts'
import { refuse } from '../rules/refuse.rules.ts'
import { OF_MEMBERS } from '../detail/setting.service.ts'
import { sightOf } from '../detail/visibility.service.ts'
import { nameTaken } from '../detail/network.queries.ts'
import { type Basis, newIn } from '../rules/decide.rules.ts'
import { findCandidates } from './candidate.queries.ts'
import type { HeldNetwork } from './store.service.ts'

/** Reads what a decision about the new settings of a network needs, except what the caller has `known` already. */
export async function readBasis(
  db: AccountDb,
  { network_number, intent }: Pick<HeldNetwork, 'network_number' | 'intent'>,
  wanted: NetworkSettings,
  hidden: Hidden,
  known: Partial<Basis> = {},
): Promise<Basis> {
  const { network_fr_id, members } = wanted
  return {
    resources: known.resources ?? (await findResources(db, network_fr_id === null ? [] : [network_fr_id])),
    candidates: known.candidates ?? (await findCandidates(db, newIn(wanted, intent.facts))),
    around: known.around ?? (await surroundingsOf(db, network_number, Object.keys(members), network_fr_id, hidden)),
  }
}

/** Returns a problem in which members that the caller may not know have no name; their ranges are said to be of another network. */
async function withoutUnseen(db: AccountDb, scope: Actor['members'], problem: Problem | undefined): Promise<Problem | undefined> {
  if (scope === undefined || (problem?.code !== 'segmentOverlap' && problem?.code !== 'segmentHoldsEnd')) return problem
  const { claim } = problem.with
  const beside = problem.code === 'segmentOverlap' ? problem.with.other.owner : problem.with.end.owner
  const sees = await sightOf(db, scope, [claim.owner, beside])
  const unnamed = <T extends Claim>(one: T): T => (OF_MEMBERS.has(one.purpose) && !sees(one.owner) ? { ...one, network_name: '' } : one)
  if (problem.code === 'segmentOverlap') return { ...problem, with: { claim: unnamed(claim), other: unnamed(problem.with.other) } }
  const { end } = problem.with
  return { ...problem, with: { claim: unnamed(claim), end: sees(end.owner) ? end : { ...end, owner: '' } } }
}

/** Checks that a network may have its new settings. @throws networkNameTaken, segmentOverlap, segmentHoldsEnd, portTaken */
export async function check(
  db: AccountDb,
  { network_number, intent: was }: Pick<HeldNetwork, 'network_number' | 'intent'>,
  will: NetworkIntent,
  around: Surroundings,
  { hidden, scope }: { hidden: Hidden; scope: Actor['members'] },
): Promise<void> {
  const [before, after] = [was.settings, will.settings]
  if (after.network_name.toLowerCase() !== before.network_name.toLowerCase() && (await nameTaken(db, after.network_name, network_number)))
    throw new Refusal('networkNameTaken')
  const usedBy = (intent: NetworkIntent) => ({ claims: claimsOf(intent.settings, intent.facts, around), ends: endsOf(intent) })
  const [had, uses] = [usedBy(was), usedBy(will)]
  refuse(await withoutUnseen(db, scope, overlapAfter([...had.claims, ...around.others], [...uses.claims, ...around.others])))
  refuse(await withoutUnseen(db, scope, endAfter(had, uses)))

  const has = listeningOf(network_number, after)
  const names = whosePortsChange(listeningOf(network_number, before), has)
  if (names.length > 0) refuseTakenPorts(names, has, await listeningElsewhere(db, network_number, names), hidden)
}

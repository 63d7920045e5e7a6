import type { contract, Draftable, draftable, InputOf, OutputOf } from '@weft/contract'
import { correctedRule } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { livePending } from '../detail/setting.service.ts'
import { findResources } from '../detail/surroundings.queries.ts'
import { type Change, changeOf } from '../rules/scene.rules.ts'
import { writePending } from './change.queries.ts'
import { changeNetwork } from './change.service.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Seconds for which a POP resource waits until the address pool is reviewed (docs/design/api.md §5, network/fr). */
const PENDING_SECONDS = 600

/** Applies one call as a revision of its own. */
export async function change<K extends Draftable>(
  db: AccountDb,
  actor: Actor,
  call: K,
  { network_number, ...input }: InputOf<(typeof draftable)[K]>,
  expected: number | undefined,
): Promise<void> {
  await changeNetwork(db, actor, network_number, [changeOf(call, input)], { expected })
}

export async function editPrefix(
  db: AccountDb,
  actor: Actor,
  input: In<'edit_prefix'>,
  expected: number | undefined,
): Promise<Out<'edit_prefix'>> {
  await change(db, actor, 'edit_prefix', input, expected)
  return {
    corrected: input.prefix.flatMap((typed) => {
      const { rule, from } = correctedRule(typed)
      return from === undefined ? [] : [{ from, to: `${rule.ip}/${rule.mask}` }]
    }),
  }
}

/**
 * Changes the POP resource. One that replaces another waits until the address pool is reviewed.
 * @throws popReview (423), and keeps the choice for ten minutes
 */
export async function changeResource(db: AccountDb, actor: Actor, input: In<'fr'>, expected: number | undefined): Promise<void> {
  const { network_number, network_fr_id, mode } = input
  try {
    await change(db, actor, 'fr', input, expected)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'popReview' || network_fr_id === null) throw error
    const { now } = (await findNetwork(db, network_number))!
    await writePending(db, network_number, { network_fr_id, mode, until: now + PENDING_SECONDS })
    throw error.keeping()
  }
}

/**
 * Saves the address pool, and with it the POP resource that waited for it.
 * @throws popResourceNotFound, popReviewOver if it no longer waits
 */
export async function editPool(
  db: AccountDb,
  actor: Actor,
  { network_number, network_fr_id, ...pool }: In<'edit_ip_address_pool'>,
  expected: number | undefined,
): Promise<void> {
  const edit: Change = { call: 'edit_ip_address_pool', input: { ...pool, network_fr_id } }
  const waited = await waitedFor(db, network_number, network_fr_id)
  await changeNetwork(db, actor, network_number, [edit, ...waited], {
    expected,
    ...(network_fr_id !== null && { reviewed: network_fr_id }),
  })
}

/**
 * Returns the change to the POP resource that waits until the address pool is reviewed; none if the pool is saved without one.
 * @throws networkNotFound, popResourceNotFound, popReviewOver if it no longer waits
 */
export async function waitedFor(db: AccountDb, network_number: string, network_fr_id: string | null): Promise<Change[]> {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  if (network_fr_id === null) return []
  if ((await findResources(db, [network_fr_id])).size === 0) throw new Refusal('popResourceNotFound')
  const pending = livePending(network)
  if (pending?.network_fr_id !== network_fr_id) throw new Refusal('popReviewOver')
  return [{ call: 'fr', input: { network_fr_id, mode: pending.mode } }]
}

/**
 * Room network/pop: POPs, the POP resources that accounts bought, and the configurations of POPs.
 * Tables: network_fr, network_fr_area.
 * Called by: foundation, gateway, network, ops.
 * Always: a network that contradicts itself is left out of a POP and does not affect the others.
 */
import type { contract, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findVisibleResources, listAreas, listAttachable, pageResources } from './pop.queries.ts'

type Call = typeof contract.popResources
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Returns those of the account's resources that the caller may see; used by the access check before each call. */
export const resolvePopResources = async (db: AccountDb, ids: string[], { designated }: Actor): Promise<ReadonlySet<string>> => {
  const found = new Set(await findVisibleResources(db, designated, ids))
  // `007` and `7` name the same row: only the form that the server gave counts.
  return new Set(ids.filter((id) => found.has(id)))
}

/** Returns the account's resources, newest first. A login with designated networks sees only the resources that these use. */
export const list = (
  db: AccountDb,
  { designated, members }: Pick<Actor, 'designated'> & Partial<Pick<Actor, 'members'>>,
  page: In<'list'>,
): Promise<Out<'list'>> => pageResources(db, designated, members, page)

export const config = (db: AccountDb, { designated }: Actor, { network_number }: In<'config'>): Promise<Out<'config'>> =>
  listAttachable(db, designated, network_number)

/** @throws popResourceNotFound, also if the network uses another one */
export async function areas(db: AccountDb, { designated }: Actor, input: In<'areas'>): Promise<Out<'areas'>> {
  const found = await listAreas(db, designated, input)
  if (found.length === 0 && input.network_fr_id !== undefined) throw new Refusal('popResourceNotFound')
  return found
}

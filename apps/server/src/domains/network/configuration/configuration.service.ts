/**
 * Room network/configuration: the configuration that each member and POP should run, compiled from the networks.
 * Tables: none.
 * Called by: foundation, gateway, network.
 * Always: a document may be newer than its revision, never older.
 */
import { compile, hashOf, type MemberDocument, type NetworkIntent } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import { desiredRevisions } from './configuration.queries.ts'
import { loadIntents } from './intent.queries.ts'

/** The configuration that one member should run. */
export interface MemberConfig {
  revision: number
  hash: string
  document: MemberDocument
}

/**
 * Returns the configurations of these members, in two statements however many they are; deleted members are missing.
 * The revision is read before the networks, so a change in between gives a document that is newer than its revision, never an
 * older one: the document is offered again under the new revision.
 * @throws ContradictoryIntent when the rows of a network contradict each other
 */
export async function configsOf(db: AccountDb, names: readonly string[]): Promise<Map<string, MemberConfig>> {
  const revisions = await desiredRevisions(db, names)
  const documents = compile(
    await loadIntents(db, { names }),
    revisions.map((row) => row.router_name),
  )
  return new Map(
    revisions.flatMap(({ router_name, config_revision: revision }) => {
      const document = documents.get(router_name)
      return document ? [[router_name, { revision, hash: hashOf(document), document }]] : []
    }),
  )
}

/** Returns whole networks of an account, as a POP that serves them needs them. */
export const wholeNetworks = (db: AccountDb, networks: readonly string[]): Promise<NetworkIntent[]> => loadIntents(db, { networks })

/** Returns the configuration of one member, undefined if the member was deleted. */
export async function documentOf(db: AccountDb, router_name: string): Promise<MemberConfig | undefined> {
  const configs = await configsOf(db, [router_name])
  return configs.get(router_name)
}

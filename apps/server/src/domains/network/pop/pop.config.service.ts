import { compile, ContradictoryIntent, DOCUMENT_VERSION, hashOf, type MemberDocument, type Section } from '@weft/member-config'
import { asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import type { Log } from '../../../kernel/log.ts'
import { type MemberConfig, wholeNetworks } from '../configuration/configuration.service.ts'
import { networksServed, type Served } from './pop.config.queries.ts'

/** The configurations that POPs should run. */
export interface PopConfigs {
  /** Returns the configurations of these POPs; deleted POPs are missing. */
  of(names: readonly string[]): Promise<Map<string, MemberConfig>>
}

/** Returns the revision of the POP's configuration with this hash, undefined if the POP was deleted. */
export type RevisionOf = (db: SystemDb, pop_name: string, hash: string) => Promise<number | undefined>

/** A network's part of a POP's document, and the state it was made from; null if the network is unusable or contradicts itself. */
interface Part {
  state: string
  section: Section | null
}
interface Known {
  parts: ReadonlyMap<string, Part>
  document: MemberDocument
  hash: string
}

/**
 * Creates the configurations of POPs. A POP serves networks of many accounts, and each network is compiled by itself: one that contradicts
 * itself is left out and does not affect the others. The document of each POP is kept, so that only changed networks are read again.
 */
export function createPopConfigs(db: Db, log: Log, revisionOf: RevisionOf): PopConfigs {
  const known = new Map<string, Known>()

  async function compiled(pop_name: string): Promise<Known> {
    const before = known.get(pop_name)
    const parts = await db.system((system) => partsOf(system, pop_name, before?.parts))
    if (before && parts === before.parts) return before
    const networks = [...parts.values()].flatMap(({ section }) => section ?? [])
    networks.sort((a, b) => (a.network_number < b.network_number ? -1 : 1))
    const document: MemberDocument = { version: DOCUMENT_VERSION, router_name: pop_name, networks }
    return { parts, document, hash: hashOf(document) }
  }

  /** @returns `before` itself if no part changed */
  async function partsOf(system: SystemDb, pop_name: string, before: Known['parts'] = new Map()): Promise<Known['parts']> {
    const served = await networksServed(system, pop_name)
    const stale = served.filter(({ network_number, state }) => before.get(network_number)?.state !== state)
    if (stale.length === 0 && served.length === before.size) return before
    const parts = new Map(
      served.flatMap(({ network_number }) => (before.has(network_number) ? [[network_number, before.get(network_number)!]] : [])),
    )
    for (const [account_id, changed] of Map.groupBy(stale, (one) => one.account_id))
      for (const [network_number, part] of await readAnew(system, pop_name, account_id, changed)) parts.set(network_number, part)
    return parts
  }

  async function readAnew(system: SystemDb, pop_name: string, account_id: number, changed: readonly Served[]): Promise<[string, Part][]> {
    const states = new Map(changed.map(({ network_number, state }) => [network_number, state]))
    const intents = await wholeNetworks(asAccount(system, account_id), [...states.keys()])
    return intents.map((intent) => {
      const { network_number } = intent.facts
      const part = (section: Section | null): [string, Part] => [network_number, { state: states.get(network_number)!, section }]
      try {
        return part(compile([intent], [pop_name]).get(pop_name)!.networks[0] ?? null)
      } catch (error) {
        if (!(error instanceof ContradictoryIntent)) throw error
        log.error('a network is not served, for it contradicts itself', { account_id, network_number, pop_name })
        return part(null)
      }
    })
  }

  return {
    async of(names) {
      const configs = new Map<string, MemberConfig>()
      for (const pop_name of names) {
        const one = await compiled(pop_name)
        const revision = await revisionOf(db.systemNow, pop_name, one.hash)
        if (revision === undefined) {
          known.delete(pop_name)
          continue
        }
        known.set(pop_name, one)
        configs.set(pop_name, { revision, hash: one.hash, document: one.document })
      }
      return configs
    },
  }
}

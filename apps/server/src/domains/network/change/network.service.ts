import type { contract, InputOf } from '@weft/contract'
import { newSettings } from '@weft/member-config'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { digits } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdLimits, refreshUsability } from '../../foundation/limits/limits.service.ts'
import { nameTaken } from '../detail/network.queries.ts'
import { changed } from '../rules/change.rules.ts'
import { created, deleted } from './change.audit.ts'
import { deleteNetwork, insertNetwork } from './change.queries.ts'
import { applySettings, changeNetwork } from './change.service.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'
import { findCandidates } from './candidate.queries.ts'
import { holdNetwork } from './store.service.ts'

type Call = typeof contract.network
type In<K extends keyof Call> = InputOf<Call[K]>

const NUMBER_LENGTH = 10

async function newNetwork(db: AccountDb, network_name: string): Promise<string> {
  for (;;) {
    const network_number = digits(NUMBER_LENGTH)
    if (await insertNetwork(db, network_number, network_name)) return network_number
  }
}

export async function create(
  db: AccountDb,
  actor: Actor,
  { network_name, center, point }: In<'create'>,
): Promise<{ network_number: string }> {
  const room = await holdLimits(db)
  const candidates = await findCandidates(db, [...center, ...point])
  const facts = { network_number: '', network_status: room.network_usable, members: {}, areas: {} }
  // The settings have no members yet: the first revision adds them.
  const settings = newSettings(network_name)
  const input = { network_name, center, point }
  const wanted = changed(settings, [{ call: 'edit', input }], {
    facts,
    room,
    candidates,
    resources: new Map(),
    reviewed: undefined,
    mayName: false,
  })
  if (await nameTaken(db, network_name, undefined)) throw new Refusal('networkNameTaken')
  const network_number = await newNetwork(db, network_name)
  const held = { network_number, revision: 0, room, fr_pending: null, intent: { settings, facts: { ...facts, network_number } } }
  await applySettings(db, actor, held, wanted, { title: '创建组网', entry: created({ network_number, network_name }, center, point) })
  return { network_number }
}

export async function edit(db: AccountDb, actor: Actor, input: In<'edit'>, expected: number | undefined): Promise<void> {
  const { network_number, revision, ...wanted } = input
  await changeNetwork(db, actor, network_number, [{ call: 'edit', input: wanted }], { expected: expected ?? revision })
}

export async function remove(db: AccountDb, actor: Actor, { network_number }: In<'delete'>, expected: number | undefined): Promise<void> {
  const { intent } = await holdNetwork(db, network_number, expected)
  const { settings } = intent
  const names = Object.keys(settings.members)
  await deleteNetwork(db, network_number)
  await raiseConfigs(db, names)
  await refreshUsability(db)
  const { account_id } = db
  await publishAll(db, [
    { type: 'revision', account_id, network_number },
    ...names.map((router_name) => ({ type: 'config', account_id, router_name }) as const),
  ])
  await audit(db, actor, deleted({ network_number, network_name: settings.network_name }, settings))
}

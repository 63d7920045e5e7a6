import {
  check,
  type contract,
  draftable,
  type InputOf,
  type Language,
  type NetworkRevision,
  type OutputOf,
  type PageOf,
} from '@weft/contract'
import { compile, type PatchEntry, render, undone } from '@weft/member-config'
import type { AccountDb, Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Change } from './network.change.rules.ts'
import { changeNetwork, finish, type HeldNetwork, holdNetwork, type Outcome } from './network.change.service.ts'
import { stateOf } from './network.detail.queries.ts'
import { loadIntents } from './network.intent.queries.ts'
import { findNetwork } from './network.queries.ts'
import { judgeGuarded, markReverted, pageRevisions, patchesSince, revisionExists } from './network.revision.queries.ts'
import { findCandidates } from './network.seat.queries.ts'
import { sentencesOf } from './network.sentences.ts'

type Call = typeof contract.networkRevisions
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

const nameOf = ({ by_kind, by_name }: { by_kind: 'login' | 'operator' | 'system'; by_name: string | null }): string =>
  by_kind === 'login' ? (by_name ?? '') : by_kind === 'operator' ? '运营商' : '系统'

export async function list(db: AccountDb, { network_number, ...asked }: In<'list'>): Promise<PageOf<NetworkRevision>> {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  const { count, rows } = await pageRevisions(db, network_number, asked)
  const newest = await stateOf(db, network_number)
  return {
    count,
    rows: rows.map(({ revision, create_time, summary, reverted, patch, ...by }) => ({
      revision,
      create_time,
      by: nameOf(by),
      summary,
      state: reverted === 1 ? 'reverted' : revision === network.revision ? newest : 'superseded',
      diff: sentencesOf(patch),
    })),
  }
}

/** The files of one member of the network, of all its networks; they name keys by their paths and hold no secret. */
export async function preview(db: AccountDb, { network_number, router_name }: In<'preview'>): Promise<Out<'preview'>> {
  const intents = await loadIntents(db, { names: [router_name] })
  if (!intents.some(({ facts, settings }) => facts.network_number === network_number && settings.members[router_name]))
    throw new Refusal('memberNotInNetwork')
  // Other networks of the same device may be none of the caller's: what is shown is this one.
  const own = intents.filter(({ facts }) => facts.network_number === network_number)
  return { files: render(compile(own, [router_name]).get(router_name)!) }
}

/**
 * The changes of a draft, each checked by its call's own schema.
 * @throws changeInvalid, naming the change and what is wrong with it
 */
const checked = (network_number: string, changes: In<'changes'>['changes'], language: Language): Change[] =>
  changes.map(({ call, input }, i) => {
    const checked = check(draftable[call].input, { ...input, network_number }, language)
    if (!checked.ok) {
      const errors = checked.errors.map(({ field, msg }) => ({ field: `changes.${i}.input.${field}`, msg }))
      throw new Refusal('changeInvalid', { row: i + 1, problem: errors[0]?.msg ?? '' }, { errors })
    }
    return { call, input: checked.value } as Change
  })

/** Several changes as one revision, or only what they would do. */
export async function changes(
  db: AccountDb,
  actor: Actor,
  { network_number, revision, changes: asked, dry_run }: In<'changes'>,
  expected: number | undefined,
  language: Language,
): Promise<Outcome> {
  const wanted = checked(network_number, asked, language)
  return changeNetwork(db, actor, network_number, wanted, { expected: expected ?? revision, dry_run, draft: language })
}

/** The settings of a revision as far as they can be again: members that were deleted since stay away. */
async function settingsAt(db: AccountDb, { network_number, revision, intent }: HeldNetwork, wanted: number) {
  if (wanted === revision) throw new Refusal('revisionCurrent')
  if (wanted > revision || !(await revisionExists(db, network_number, wanted))) throw new Refusal('revisionNotFound')
  const patches = await patchesSince(db, network_number, wanted)
  const then = patches.reduceRight<typeof intent.settings>((settings, patch: PatchEntry[]) => undone(settings, patch), intent.settings)
  const alive = await findCandidates(db, Object.keys(then.members))
  return { ...then, members: Object.fromEntries(Object.entries(then.members).filter(([name]) => alive.has(name))) }
}

/** Makes the network what it was at a revision; the limits of the account hold as for any change. */
export async function rollback(
  db: AccountDb,
  actor: Actor,
  { network_number, revision, dry_run }: In<'rollback'>,
  expected: number | undefined,
): Promise<Outcome> {
  const held = await holdNetwork(db, network_number, expected)
  if (held.room.network_usable === 0) throw new Refusal('networkUnusable')
  const wanted = await settingsAt(db, held, revision)
  refuseGrowth(held, wanted)
  return finish(db, actor, held, wanted, { dry_run, action: 'rollback', title: `恢复到版本 ${revision}` })
}

/** @throws memberLimit, centerLimit */
function refuseGrowth({ room, intent }: HeldNetwork, wanted: HeldNetwork['intent']['settings']): void {
  const growth = Object.keys(wanted.members).length - Object.keys(intent.settings.members).length
  if (growth > 0 && room.network_router_use + growth > room.network_router_count)
    throw new Refusal('memberLimit', { used: room.network_router_use, count: room.network_router_count })
  const centers = ({ members }: typeof wanted) => Object.values(members).filter((member) => member.member_type === 'center').length
  if (centers(wanted) > Math.max(room.network_center_count, centers(intent.settings)))
    throw new Refusal('centerLimit', { n: room.network_center_count })
}

/** Undoes the revisions that cost a center its control connection. */
export async function undoLost(db: Db): Promise<void> {
  const lost = await db.system((system) => judgeGuarded(system))
  for (const { account_id, network_number, revision, router_name } of lost)
    await db.account(account_id, 'write', async (account) => {
      const held = await holdNetwork(account, network_number, undefined)
      if (held.revision !== revision) return
      const patches = await patchesSince(account, network_number, revision - 1)
      const before = undone(held.intent.settings, patches.flat())
      await finish(account, 'system', held, before, {
        action: 'rollback',
        title: `中心 ${router_name} 失去连接，自动恢复到版本 ${revision - 1}`,
      })
      await markReverted(account, network_number, revision)
    })
}

import { type AuditAction, CONFIRM_SECONDS } from '@weft/contract'
import type { NetworkIntent } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type AuditEntry, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { type Held, holdLimits, refreshUsability } from '../../foundation/limits/limits.service.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { lockNetwork } from '../detail/network.queries.ts'
import { sentencesOf, summaryOf } from '../rules/change.text.ts'
import type { Decision } from '../rules/decide.rules.ts'
import { changedSettings } from './change.audit.ts'
import { insertRevision, markTouched, saveSettings, signedIn, writePending } from './change.queries.ts'
import { tellChanged } from './reconfigure.service.ts'
import { startTrials } from './trial.queries.ts'

export { markSettled } from './change.queries.ts'

/** Seconds a center has to come back after a change before it counts as lost: the time an agent waits for a confirmation, plus 30. */
const GUARD_SECONDS = CONFIRM_SECONDS + 30

/** A network that is locked for a change, with the account's limits. */
export interface HeldNetwork {
  network_number: string
  revision: number
  room: Held
  intent: NetworkIntent
  fr_pending: { network_fr_id: string; mode: 1 | 2 | 3; until: number } | null
}

/**
 * Takes the locks of a change in their fixed order: the account's limits, then the network. Members and the audit chain are locked
 * later, when they are written.
 * @throws networkNotFound, changedElsewhere when the caller read another revision
 */
export async function holdNetwork(db: AccountDb, network_number: string, expected: number | undefined): Promise<HeldNetwork> {
  const room = await holdLimits(db)
  const row = await lockNetwork(db, network_number)
  if (!row) throw new Refusal('networkNotFound')
  if (expected !== undefined && expected !== row.revision) throw new Refusal('changedElsewhere')
  const [intent] = await loadIntents(db, { network_number })
  return { network_number, revision: row.revision, room, intent: intent!, fr_pending: row.fr_pending }
}

/** How a revision is stored. */
export interface StoreOptions {
  /** The revision is a draft that is applied, which its progress says. */
  draft?: boolean
  /** The revision whose settings these are. */
  restores?: number
  /** The revision's summary, instead of one made from the changes. */
  title?: string
  /** True if the revision is undone when a center loses its connection, and a changed address if no tunnel uses it; false if more depends on it, a work order for instance. */
  guard?: boolean
  /** The action in the operation log. */
  action?: AuditAction
  /** The entry in the operation log, instead of one made from the changes; null if the caller writes one. */
  entry?: AuditEntry | null
}

/** Writes a decision as a revision, raises the configurations of its members, announces and logs it. @returns its number */
export async function store(
  db: AccountDb,
  by: Doer,
  { network_number, intent, revision: present }: HeldNetwork,
  { after: { settings: after, facts }, patch, impact, steps, touched, moved }: Decision,
  { draft, guard = true, title, restores, action = 'edit', entry }: StoreOptions,
): Promise<number> {
  const before = intent.settings
  // Before the links are saved: a new one has no tunnel.
  if (by !== 'system' && guard && moved.length > 0) await startTrials(db, network_number, present + 1, moved)
  const revision = await saveSettings(db, network_number, before, after, (name) => facts.members[name]?.router_type ?? 1)
  const members = touched.filter((name) => facts.members[name] !== undefined || before.members[name] !== undefined)
  await raiseConfigs(db, members)
  await markTouched(db, network_number, revision, members)
  if (Object.keys(before.members).length !== Object.keys(after.members).length) await refreshUsability(db)
  if (before.network_fr_id !== after.network_fr_id) await writePending(db, network_number, null)
  const centers = members.filter((name) => after.members[name]?.member_type === 'center')
  const guarded = by === 'system' || !guard || centers.length === 0 ? [] : await signedIn(db, centers)
  const sentences = sentencesOf(patch, 'zh-CN')
  const summary = title ?? summaryOf(sentences, 'zh-CN')
  await insertRevision(db, {
    network_number,
    revision,
    ...doerOf(by),
    summary,
    patch,
    impact,
    // Progress shows the steps of a draft; too many of them, or a single one, are stored as one.
    steps: draft ? (steps.length > 0 ? steps : [{ patch, impact }]) : [],
    restores: restores ?? null,
    guarded,
    guard_seconds: guarded.length > 0 ? GUARD_SECONDS : null,
  })
  await tellChanged(db, [network_number])
  if (entry !== null)
    await auditBy(db, by, entry ?? changedSettings({ network_number, network_name: before.network_name }, action, summary, sentences))
  return revision
}

const doerOf = (by: Doer): { by_name: string | null; by_kind: 'login' | 'operator' | 'system' } =>
  by === 'system'
    ? { by_name: null, by_kind: 'system' }
    : 'operator_id' in by
      ? { by_name: null, by_kind: 'operator' }
      : { by_name: by.username, by_kind: 'login' }

import {
  applyPhases,
  type contract,
  type InputOf,
  type Language,
  MAX_APPLY_CHANGES,
  MAX_APPLY_NAMES,
  MAX_PHASES,
  type NetworkProgress,
  UNDO_SECONDS,
} from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { inWords } from '../../foundation/member-name/member-name.service.ts'
import { nameImpact, nameSteps } from '../change/outcome.service.ts'
import { seenOf } from '../detail/detail.service.ts'
import { sightOf } from '../detail/visibility.service.ts'
import { membersOfPatch, seenPatch, sentencesOf } from '../rules/change.text.ts'
import { failureOf } from './progress.rules.ts'
import { countPhases, findNewest, listPhases } from './progress.queries.ts'
import { authorOf } from './revision.text.ts'

/** Returns how far the members are with the newest revision of a network. @throws networkNotFound */
export async function read(
  db: AccountDb,
  { designated, members: scope, username }: Actor,
  { network_number }: InputOf<typeof contract.networkRevisions.progress>,
  language: Language,
): Promise<NetworkProgress> {
  const newest = await findNewest(db, network_number)
  if (!newest) throw new Refusal('networkNotFound')
  const { network_name, revision, now, create_time, patch, impact, steps, restores, ...by } = newest
  const sees = await sightOf(db, scope, membersOfPatch(patch))
  const { elapsed_ms, ...counts } = await countPhases(db, network_number, revision)
  const named = counts.members <= MAX_PHASES
  const phases = await listPhases(db, network_number, revision, {
    phases: named ? applyPhases : ['failed', 'offline'],
    most: named ? MAX_PHASES : MAX_APPLY_NAMES,
    visible: designated,
  })
  const rows = await seenOf(db, scope, phases)
  const of = (phase: (typeof applyPhases)[number]) => rows.filter((row) => row.phase === phase).slice(0, MAX_APPLY_NAMES)
  const each = steps.length > 1 ? steps : []
  const sentences = sentencesOf(seenPatch(patch, sees), language).map(({ text }) => text)
  const told = sentences.slice(0, MAX_APPLY_CHANGES)
  const worded = await inWords(db, told, language)
  return {
    network_name,
    revision,
    began: create_time,
    time: now,
    by: authorOf(by, language),
    own: by.by_kind === 'login' && by.by_name === username ? 1 : 0,
    draft: steps.length > 0 ? 1 : 0,
    change_count: each.length > 0 ? each.length : sentences.length,
    changes: told.map(worded),
    restores,
    impact: await nameImpact(db, scope, impact, language),
    steps: await nameSteps(db, scope, each, language),
    counts,
    elapsed_ms,
    members: named ? rows.map(({ router_name, note, phase }) => ({ router_name, note, phase })) : [],
    failed: of('failed').map(({ router_name, note, router_type, config_error }) => ({
      router_name,
      note,
      ...failureOf(config_error, router_type, revision, language),
    })),
    offline: of('offline').map(({ router_name, note, router_type }) => ({ router_name, note, router_type })),
    undo_until: by.by_kind === 'login' && revision > 1 ? create_time + UNDO_SECONDS : null,
  }
}

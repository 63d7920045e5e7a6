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
import { stepText, type Step } from '../change/change.service.ts'
import { sentencesOf } from '../rules/change.text.ts'
import { listNotes } from './draft.queries.ts'
import { failureOf } from './progress.rules.ts'
import { countPhases, findNewest, listPhases } from './progress.queries.ts'
import { authorOf } from './revision.text.ts'

/** The members of an effect that are named; the others are counted. */
const NAMED = 2

/** Returns how far the members are with the newest revision of a network. @throws networkNotFound */
export async function read(
  db: AccountDb,
  { designated, username }: Actor,
  { network_number }: InputOf<typeof contract.networkRevisions.progress>,
  language: Language,
): Promise<NetworkProgress> {
  const newest = await findNewest(db, network_number)
  if (!newest) throw new Refusal('networkNotFound')
  const { network_name, revision, now, create_time, patch, impact, steps, restores, ...by } = newest
  const { elapsed_ms, ...counts } = await countPhases(db, network_number, revision)
  const each = counts.members <= MAX_PHASES
  const rows = await listPhases(db, network_number, revision, {
    phases: each ? applyPhases : ['failed', 'offline'],
    most: each ? MAX_PHASES : MAX_APPLY_NAMES,
    visible: designated,
  })
  const of = (phase: (typeof applyPhases)[number]) => rows.filter((row) => row.phase === phase).slice(0, MAX_APPLY_NAMES)
  const sentences = sentencesOf(patch, language)
  return {
    network_name,
    revision,
    began: create_time,
    time: now,
    by: authorOf(by, language),
    own: by.by_kind === 'login' && by.by_name === username ? 1 : 0,
    change_count: Math.max(steps.length, sentences.length),
    changes: sentences.slice(0, MAX_APPLY_CHANGES).map(({ text }) => text),
    restores,
    impact,
    steps: steps.map((step) => stepText(step, language)),
    named: await namedIn(db, network_number, steps),
    counts,
    elapsed_ms,
    members: each ? rows.map(({ router_name, note, phase }) => ({ router_name, note, phase })) : [],
    failed: of('failed').map(({ router_name, note, router_type, config_error }) => ({
      router_name,
      note,
      ...failureOf(config_error, router_type, revision, language),
    })),
    offline: of('offline').map(({ router_name, note, router_type }) => ({ router_name, note, router_type })),
    undo_until: by.by_kind === 'login' && revision > 1 ? create_time + UNDO_SECONDS : null,
  }
}

/** Returns the members by whom the effects of several changes are named. */
const namedIn = async (db: AccountDb, network_number: string, steps: readonly Step[]): Promise<NetworkProgress['named']> => {
  const names = new Set(steps.flatMap(({ impact }) => impact.flatMap(({ router_names }) => router_names.slice(0, NAMED))))
  return names.size === 0 ? [] : listNotes(db, network_number, [...names], false)
}

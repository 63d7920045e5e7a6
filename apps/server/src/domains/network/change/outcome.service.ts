import type { ChangeStep, FieldChange, Language, NetworkImpact } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { inWords, spokenNames } from '../../foundation/member-name/member-name.service.ts'
import { sightOf } from '../detail/visibility.service.ts'
import { HIDDEN_CHANGE, membersOfPatch, seenPatch, sentencesOf, summaryOf } from '../rules/change.text.ts'
import type { Decision, Step } from '../rules/decide.rules.ts'

/** What a change made of a network, before anything is said about it. */
export type Changed = Pick<Decision, 'patch' | 'impact' | 'steps'> & { revision: number }

/** The result of a change to a network, in words. */
export interface Outcome {
  revision: number
  impact: NetworkImpact[]
  diff: FieldChange[]
  /** What each of several changes does; empty for a single one. */
  steps: ChangeStep[]
}

/**
 * Returns what a change did in sentences, with the names of its members as far as the caller may know them. It is called after the commit:
 * nobody waits for the network while names are read.
 */
export async function outcomeOf(
  db: AccountDb,
  { members: scope }: Pick<Actor, 'members'>,
  { revision, patch, impact, steps }: Changed,
  language: Language,
): Promise<Outcome> {
  const sees = await sightOf(db, scope, membersOfPatch(patch))
  const diff = sentencesOf(seenPatch(patch, sees), language)
  const worded = await inWords(
    db,
    diff.map(({ text }) => text),
    language,
  )
  return {
    revision,
    impact: await nameImpact(db, scope, impact, language),
    diff: diff.map((change) => ({ ...change, text: worded(change.text) })),
    steps: await nameSteps(db, scope, steps, language),
  }
}

/** Returns what a stored change did where its names cannot be read; undefined if it was only tried. Members are counted, and none is named. */
export const plainOutcome = ({ input, done }: { input: { dry_run: boolean }; done: Changed }): Outcome | undefined =>
  input.dry_run
    ? undefined
    : {
        revision: done.revision,
        impact: done.impact.map((one) => ({ ...one, router_names: [], names: [] })),
        diff: [],
        steps: [],
      }

/** Returns the effects of a change with the display names of its members. Those that the caller may not know are only counted. */
export async function nameImpact(
  db: AccountDb,
  scope: Actor['members'],
  impact: readonly NetworkImpact[],
  language: Language,
): Promise<NetworkImpact[]> {
  const names = impact.flatMap(({ router_names }) => router_names)
  const sees = await sightOf(db, scope, names)
  const called = await spokenNames(db, names.filter(sees), language)
  return impact.map((one) => {
    const router_names = one.router_names.filter(sees)
    return { ...one, router_names, names: router_names.map(called) }
  })
}

/** Returns each of several changes as a sentence with the display names of its members. */
export async function nameSteps(db: AccountDb, scope: Actor['members'], steps: readonly Step[], language: Language): Promise<ChangeStep[]> {
  const sees = await sightOf(
    db,
    scope,
    steps.flatMap(({ patch }) => membersOfPatch(patch)),
  )
  const texts = steps.map(({ patch }) => summaryOf(sentencesOf(seenPatch(patch, sees), language), language) || HIDDEN_CHANGE[language])
  const worded = await inWords(db, texts, language)
  const impact = await nameImpact(
    db,
    scope,
    steps.flatMap((step) => step.impact),
    language,
  )
  return steps.map((step, i) => ({ text: worded(texts[i]!), impact: impact.splice(0, step.impact.length) }))
}

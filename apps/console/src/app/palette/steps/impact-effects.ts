import type { NetworkImpact } from '@weft/contract'
import { clauses, defined } from '@weft/ui'
import type { zhCN as impactText } from '../../../shared/network/impact.text.ts'
import type { StepText } from '../palette.text.ts'
import type { Effect } from './StepChoices.tsx'

/** The members that a line names; the others are counted. */
const NAMED = 3

/** Returns the lines about whom a change reaches and how: beside the first, the revision that the change makes. */
export function impactEffects(impact: readonly NetworkImpact[], revision: number, t: StepText, words: typeof impactText): Effect[] {
  return impact.map(({ kind, count, seconds, router_names, names = router_names }, at) => {
    const what = words.kinds[kind](count, seconds)
    const said = kind === 'live' || names.length === 0 ? what : defined(what, words.names(names.slice(0, NAMED), count))
    return { state: kind === 'live' ? 'running' : 'degraded', text: at === 0 ? clauses(t.revisions(revision - 1, revision), said) : said }
  })
}

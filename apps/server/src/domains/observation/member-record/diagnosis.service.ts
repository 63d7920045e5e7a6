import { type contract, diagnoses, diagnosisText, type InputOf, type Language, type OutputOf, undisclosed } from '@weft/contract'
import { fixOf } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findTraces } from './diagnosis.queries.ts'
import { diagnose, type Verdict } from './diagnosis.rules.ts'
import { findPath } from './path.queries.ts'
import { judgeTargets } from './path.rules.ts'
import { pathTexts } from './path.text.ts'

type Diagnosis = (typeof contract.memberRecords)['diagnosis']

/** Returns what is known of a member, and why it is as it is stored, in the caller's language. @throws memberNotFound */
export async function explain(db: AccountDb, { designated }: Pick<Actor, 'designated'>, router_name: string, language: Language) {
  const member = await findPath(db, router_name, designated)
  const traces = member && (await findTraces(db, router_name, designated))
  if (!traces) throw new Refusal('memberNotFound')
  const targets = judgeTargets(member.networks, member.state, member.network_usable)
  const { params, ...verdict } = diagnose(member, traces)
  const words = diagnosisText(verdict.cause, wordsOf(params, language), language)
  const down = new Set(targets.filter(({ state }) => state === 'down').map(({ name }) => name))
  const error = traces.hidden ? null : traces.config_error
  const fix = fixOf({ cause: verdict.cause, router_type: member.router_type, error })
  if (fix === 'edit_prefix') words.next = pathTexts[language].editPrefix
  if (member.state === 'degraded' && down.size > 0) {
    const t = pathTexts[language]
    words.text = t.someLinksDown([...down])
    if (verdict.cause === 'tunnel_down') words.next = t.redialSome
  }
  return { member, traces, targets, diagnosis: { ...verdict, ...words, next_step: diagnoses[verdict.cause].next_step, fix } }
}

/** Returns why a member is as it is stored, and what to do about it, in the caller's language. @throws memberNotFound */
export const diagnosis = async (
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<Diagnosis>,
  language: Language,
): Promise<OutputOf<Diagnosis>> => (await explain(db, actor, router_name, language)).diagnosis

/** Returns the parameters as texts for a sentence. */
const wordsOf = (params: Verdict['params'], language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value === null
        ? (undisclosed[name as keyof typeof undisclosed]?.[language] ?? '')
        : typeof value === 'string'
          ? value
          : value.join(language === 'zh-CN' ? '、' : ', '),
    ]),
  )

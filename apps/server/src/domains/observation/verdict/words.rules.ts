import { centersText, filled, type Language, namesText, type Problem, type ProblemAction, problemWords, shortName } from '@weft/contract'
import { fixOf } from '@weft/network-rules'
import type { Cause } from './verdict.rules.ts'

type Words = Pick<Problem, 'title' | 'effect' | 'action'>

const ERROR_SHOWN = 120

/** Returns what is wrong and what follows from it, in the reader's language, and what the console offers. */
export function wordsOf(one: Cause, language: Language): Words {
  const { cause, subjects } = one
  const words = problemWords[cause]
  const name = namesText(subjects.map(shortName), subjects.length, language)
  const params = { name, n: one.affected.length, ...paramsOf(one, language) }
  const title = subjects.length > 1 && 'many' in words ? words.many : words.title
  const never = cause === 'center_down' && !('state' in subjects[0]!)
  return {
    title: filled(never ? problemWords.center_down.effect.never : title, language, params),
    effect: filled(effectOf(one), language, params),
    action: actionOf(one) ?? words.action,
  }
}

const first = ({ subjects: [subject] }: Cause) => (subject && 'state' in subject ? subject : undefined)
/** Returns what helps the first member that a problem is about, if that can be done from here. */
function actionOf(one: Cause): ProblemAction | undefined {
  const subject = first(one)
  // Of a center that is lost the branches are behind it, and what helps is what helps the center.
  if (!subject || one.cause === 'center_down') return undefined
  const fix = fixOf(subject)
  return fix === 'resend' || fix === 'edit_prefix' || fix === 'redial' ? fix : undefined
}
const errorOf = (one: Cause) => first(one)?.error ?? null
const split = ({ affected }: Cause) => {
  const stranded = affected.filter(({ state }) => state === 'down').length
  return { stranded, backed: affected.length - stranded }
}

function effectOf(one: Cause) {
  const { stranded, backed } = split(one)
  switch (one.cause) {
    case 'pop_lapsed':
      return problemWords.pop_lapsed.effect[one.state === 'down' ? 'stranded' : 'backed']
    case 'center_down':
      return problemWords.center_down.effect[stranded === 0 ? 'backed' : backed === 0 ? 'stranded' : 'both']
    case 'connection_lost': {
      const { effect } = problemWords.connection_lost
      if (one.subjects.length > 1) return effect.together
      const subject = first(one)
      if (subject?.online === 1) return effect.tunnels
      return subject && subject.lost.length > 0 ? effect.centers : effect.alone
    }
    case 'config_failed':
      return problemWords.config_failed.effect[errorOf(one) === null ? 'hidden' : 'any']
    default:
      return problemWords[one.cause].effect.any
  }
}

function paramsOf(one: Cause, language: Language): Record<string, string | number> {
  const subject = first(one)
  if (one.pop) return { pop: one.pop.pop, network: one.pop.network_name, n: one.pop.members }
  const lost = subject?.lost ?? []
  return {
    ...split(one),
    ...(one.cause === 'connection_lost' && { n: one.subjects.length }),
    address: subject?.address?.replace(/^::ffff:/i, '') ?? '',
    centers: centersText(lost.length, language),
    targets: lost.map((target) => target.name).join(language === 'zh-CN' ? '、' : ', '),
    error: oneLine(errorOf(one) ?? ''),
  }
}

/** Returns a device's text on one line and not too long, without the phase that precedes it. */
function oneLine(error: string): string {
  const text = error
    .replace(/^(failed|rolled_back): /, '')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return [...text].length > ERROR_SHOWN ? `${[...text].slice(0, ERROR_SHOWN).join('')}…` : text
}

import { greatRegionNames, type Language, memberStateNames, stateNames } from '@weft/contract'
import { language, lasting as lastingText, textNow } from '@weft/ui'
import { OWN, type Site, siteName, type Thread } from './loom-model.ts'
import type { Grouped } from './loom-order.ts'
import * as text from './loom.text.ts'

/** Returns a thread's name, a POP's with the word. */
export const threadName = ({ kind, name }: Thread): string => (kind === 'pop' ? textNow(text).popNamed(name) : name)

/** Returns 「主」, 「备」 or ''. */
export const roleName = ({ role }: Thread): string => (role === null ? '' : textNow(text)[role])

export function groupName(of: Grouped): string {
  const t = textNow(text)
  const shown: Language = language.get()
  const names = { attention: t.attention, center: t.centers, software: t.software, all: t.everybody }
  if (of.kind === 'region') return of.region === null ? t.noRegion : greatRegionNames[of.region][shown]
  if (of.kind === 'tag') return of.tag ?? t.noTag
  return of.kind === 'state' ? memberStateNames[of.state][shown] : names[of.kind]
}

/** Returns what is at a crossing, as it is read aloud. */
export function crossingLabel(site: Site, column: number, thread: Thread): string {
  const t = textNow(text)
  const one = site.crossings[column]
  if (!one) return t.noLink
  return one === OWN ? t.own : t.knot(siteName(site), threadName(thread), stateNames[one.state][language.get()])
}

/** Returns how long something has lasted. @param now Unix seconds */
export const lasting = (since: number, now: number): string => lastingText(Math.max(0, now - since))

/** Returns what is wrong with a site in a few words; '' of one that is well. @param now Unix seconds */
export function causeOf({ member, kind, crossings }: Site, threads: readonly Thread[], now: number): string {
  const t = textNow(text)
  const named = (wanted: string) =>
    threads.filter((_, at) => typeof crossings[at] === 'object' && crossings[at]?.state === wanted).map(threadName)
  const { state, since } = member
  if (state === 'down') return since === null ? t.lostNoTime : t.lost(lasting(since, now))
  if (state === 'failed') return t.failed
  if (state === 'never') return kind === 'software' ? t.waitingSoftware : t.waiting
  if (state === 'disabled') return t.disabled
  if (state !== 'degraded') return ''
  const down = [...named('down'), ...named('degraded')]
  const carrying = named('takeover')[0]
  const what =
    down.length === 1 ? t.oneLinkDown(down[0]!) : down.length > 1 ? t.linksDown(down.length) : memberStateNames.degraded[language.get()]
  return carrying === undefined ? what : what + t.comma + t.carried(carrying)
}

/** Returns what it costs that a site ails; '' of one that is well. */
export function effectOf({ member, crossings }: Site, threads: readonly Thread[]): string {
  const t = textNow(text)
  const links = crossings.flatMap((one, at) =>
    typeof one === 'object' && one !== null ? [{ state: one.state, thread: threads[at]! }] : [],
  )
  if (member.state === 'never') return t.effectNever
  if (member.state === 'failed') return t.effectFailed
  if (member.state !== 'down' && member.state !== 'degraded') return ''
  const carrying = links.find(({ state }) => state === 'takeover')
  if (carrying) return t.effectCarried(threadName(carrying.thread))
  const up = links.filter(({ state }) => state === 'up' || state === 'standby').length
  return up > 0 ? t.effectOthers(up) : t.effectNone
}

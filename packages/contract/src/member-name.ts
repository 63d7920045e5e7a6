import type { Language } from './language.ts'

/** A member as it is named: its own name, '' if it has none, and its serial number or login. */
export interface Nameable {
  note: string
  router_name: string
}

/** Returns what a member is called where space is short or its serial number stands beside. */
export const shortName = ({ note, router_name }: Nameable): string => note || router_name

/** Returns the name of a member with its serial number or login: names change, and several members may have the same. */
export const nameWithSerial = ({ note, router_name }: Nameable): string => (note === '' ? router_name : `${note}（${router_name}）`)

/** Returns what a sentence calls a member: its name, with the end of its serial number if another member has the same name. */
export const nameToldApart = ({ note, router_name, shared }: Nameable & { shared: boolean }): string =>
  note !== '' && shared ? `${note} ·${endOfName(router_name)}` : note || router_name

/** Returns the last four characters of a serial number, or of a login before its `@`: it tells members of one name apart. */
export const endOfName = (router_name: string): string => router_name.replace(/@.*/, '').slice(-4)

/**
 * Returns the first of several names as one text, and how many there are in all where that is more.
 * @param unit what is counted, in Chinese
 */
export function namesOf(
  first: readonly string[],
  count: number,
  language: Language,
  unit = '个成员',
  between = language === 'en' ? ', ' : '、',
): string {
  const named = first.join(between)
  if (first.length >= count) return named
  return language === 'en' ? `${named} and others, ${count} in all` : `${named} 等 ${count} ${unit}`
}

/** The most names in a sentence; the others are counted. */
const MOST_NAMES = 2
/** Returns several names as one text, which names the first ones and counts all. */
export const namesText = (names: readonly string[], count: number, language: Language): string =>
  namesOf(names.slice(0, count > MOST_NAMES + 1 ? MOST_NAMES : MOST_NAMES + 1), count, language)

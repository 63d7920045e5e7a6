/** What may be a part of a serial number or of a login, beside which a name is another one. */
const IN_NAME = /[\w@-]/
/** Any text that may be one, without the full stop of its sentence. */
const NAME = /[A-Za-z0-9][\w.@-]*[\w@-]/g
/** The most of them that are looked up. */
const MOST_NAMES = 200
/** Shorter names are parts of too many words. */
const NAME_CHARACTERS = 2

/** Returns the words of a text that may name members by their serial numbers or logins, also as these are written in one letter case. @param most so many words at most */
export const possibleNames = (text: string, most = MOST_NAMES): string[] => [
  ...new Set([...new Set(text.match(NAME) ?? [])].slice(0, most).flatMap((word) => [word, word.toUpperCase(), word.toLowerCase()])),
]

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!IN_NAME.test(text[at - 1] ?? '') && !IN_NAME.test(text[at + word.length] ?? '')) return true
  return false
}

/** Returns whether a text names a member: by its serial number or login, or by what its account calls it. */
export function isNamed(text: string, { router_name, note }: { router_name: string; note: string }): boolean {
  const lower = text.toLowerCase()
  return hasWord(lower, router_name.toLowerCase()) || (note.length >= NAME_CHARACTERS && hasWord(lower, note.toLowerCase()))
}

/** What a ticket is about: the member that its customer chose, if one, and its text. */
export interface About {
  router_name: string | null
  text: string
}
/** Returns whether a ticket is about a member, which was chosen or is named. */
export const isAbout = ({ router_name, text }: About, member: { router_name: string; note: string }): boolean =>
  router_name === member.router_name || isNamed(text, member)
/** Returns the members that a ticket is about, the one that was chosen first, and the others in the order in which they are given. */
export const membersOf = <M extends { router_name: string; note: string }>(about: About, members: readonly M[]): M[] =>
  members
    .filter((member) => isAbout(about, member))
    .toSorted((a, b) => Number(b.router_name === about.router_name) - Number(a.router_name === about.router_name))

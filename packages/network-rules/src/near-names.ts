/** Letters that are easily taken for digits. */
const looksLike: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' }
const folded = (name: string): string => [...name.toUpperCase()].map((one) => looksLike[one] ?? one).join('')

/** Returns the name and each name that remains when one of its characters is left out. */
const shortened = (name: string): string[] => {
  const characters = [...name]
  return [name, ...characters.map((_, i) => characters.toSpliced(i, 1).join(''))]
}

/**
 * Returns, for names that do not exist, the one that was probably meant: the only one that looks the same, or else the only one that
 * differs by one character that was added, left out, replaced or moved to its neighbour's place. Names with several such are skipped,
 * and so are names that differ only in a digit, because serial numbers of one batch do.
 */
export function nearNames(typed: readonly string[], existing: readonly string[]): Map<string, string> {
  const alike = Map.groupBy(existing, folded)
  const near = new Map<string, Set<string>>()
  if (typed.length > 0)
    for (const name of existing)
      for (const part of shortened(name.toUpperCase())) {
        const names = near.get(part)
        if (names) names.add(name)
        else near.set(part, new Set([name]))
      }
  const found = new Map<string, string>()
  for (const name of typed) {
    const same = alike.get(folded(name)) ?? []
    const meant = same.length > 0 ? same : [...new Set(shortened(name.toUpperCase()).flatMap((part) => [...(near.get(part) ?? [])]))]
    const close = meant.filter((one) => same.length > 0 || isOneEdit(name.toUpperCase(), one.toUpperCase()))
    if (close.length === 1) found.set(name, close[0]!)
  }
  return found
}

/**
 * Returns whether two names that share a part differ by one character, or by two neighbours that changed places; one digit in the place of
 * another does not count.
 */
function isOneEdit(a: string, b: string): boolean {
  if (a.length !== b.length) return Math.abs(a.length - b.length) === 1
  const [has, wants] = [[...a], [...b]]
  const differing = has.flatMap((one, i) => (one === wants[i] ? [] : i))
  const [first = 0, second = -1] = differing
  if (differing.length === 1) return !(isDigit(has[first]!) && isDigit(wants[first]!))
  return differing.length === 2 && second === first + 1 && has[first] === wants[second] && has[second] === wants[first]
}
const isDigit = (character: string): boolean => /\d/.test(character)

/** A character of a typed name that stands in the place of another. */
export interface Mistyped {
  /** Counted from 1. */
  place: number
  typed: string
  meant: string
}
/** Returns the only character in which two names of one length differ, undefined if they differ otherwise. */
export function mistyped(typed: string, meant: string): Mistyped | undefined {
  const [has, wants] = [[...typed.toUpperCase()], [...meant.toUpperCase()]]
  if (has.length !== wants.length) return undefined
  const places = has.flatMap((one, i) => (one === wants[i] ? [] : i))
  const [at] = places
  return at === undefined || places.length > 1 ? undefined : { place: at + 1, typed: has[at]!, meant: wants[at]! }
}

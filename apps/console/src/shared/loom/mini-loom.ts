import { type LinkState, linkStates, type MemberState, memberStates, type State } from '@weft/contract'

/** A center, a POP or a member that others dial. */
export interface MiniThread {
  name: string
  kind: 'center' | 'pop' | 'member'
  state: State
}
/** A site, and its link to each thread; null where it has none. */
export interface MiniRow {
  state: MemberState
  crossings: readonly (LinkState | null)[]
  /** True for a site that is about to join, whose line is dashed. */
  joining?: boolean
}

/** Up to this number of sites each has a line of its own. */
export const MOST_LINES = 48

/** The states of a link, the worst first. */
const worstFirst: readonly LinkState[] = ['down', 'degraded', 'takeover', ...linkStates]
const worstLink = (links: readonly (LinkState | null)[]): LinkState | null => worstFirst.find((state) => links.includes(state)) ?? null
const worstMember = (rows: readonly MiniRow[]): MemberState => memberStates.find((state) => rows.some((row) => row.state === state)) ?? 'up'

/** Returns the lines to draw: a site each, or bins of sites that follow each other, of which each shows its worst. */
export function miniLines(rows: readonly MiniRow[]): readonly MiniRow[] {
  if (rows.length <= MOST_LINES) return rows
  const threads = rows[0]!.crossings.length
  return Array.from({ length: MOST_LINES }, (_, at) => {
    const bin = rows.slice(Math.floor((at * rows.length) / MOST_LINES), Math.floor(((at + 1) * rows.length) / MOST_LINES))
    return {
      state: worstMember(bin),
      ...(bin.every(({ joining }) => joining) && { joining: true }),
      crossings: Array.from({ length: threads }, (_none, thread) => worstLink(bin.map(({ crossings }) => crossings[thread] ?? null))),
    }
  })
}

import type { MemberState, NetworkPicture } from '@weft/contract'

/** How a line of a tile is drawn: a site that is lost, one that needs attention, one that never connected or is off, and one that is well. */
type TileLine = 'broken' | 'ailing' | 'never' | 'well'

/** What fits on a tile of 40 px. */
const THREADS = 3
const LINES = 5

const lineOf = (state: MemberState): TileLine => {
  if (state === 'down' || state === 'failed') return 'broken'
  if (state === 'degraded') return 'ailing'
  return state === 'never' || state === 'idle' || state === 'disabled' ? 'never' : 'well'
}
const worstFirst: readonly TileLine[] = ['broken', 'ailing', 'never', 'well']

/**
 * Returns what a tile shows of a network: its first threads, and lines that each stand for some of its sites. The worst site is always
 * among them, in the middle.
 */
export function tileOf(picture: NetworkPicture | null): { threads: ('up' | 'lost' | 'never')[]; lines: TileLine[] } {
  const { threads = [], rows = [] } = picture ?? {}
  const lines = rows.map(({ state }) => lineOf(state)).toSorted((a, b) => worstFirst.indexOf(a) - worstFirst.indexOf(b))
  const shown = lines.filter((_, at) => at === 0 || Math.floor((at * LINES) / lines.length) > Math.floor(((at - 1) * LINES) / lines.length))
  const [worst, ...rest] = shown
  const middle = Math.floor(rest.length / 2)
  const drawn = threads.slice(0, THREADS).map(({ state }) => (state === 'down' ? 'lost' : state === 'never' ? 'never' : 'up'))
  return {
    threads: drawn.length > 0 ? drawn : ['never'],
    lines: worst === undefined ? [] : [...rest.slice(0, middle), worst, ...rest.slice(middle)],
  }
}

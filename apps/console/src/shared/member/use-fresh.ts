import { isFresh, type State } from '@weft/contract'
import { useSince } from '../session/use-since.ts'

/** Returns whether a member or a link broke a moment ago, and false by itself once that is over. */
export const useFresh = (one: { state: State; since: number | null }): boolean => isFresh(one, useSince(one.since))

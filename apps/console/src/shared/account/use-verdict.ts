import { useQuery } from '@tanstack/react-query'
import { contract, type Verdict } from '@weft/contract'
import { asking } from '@weft/ui'

/** Milliseconds after which the verdict is asked again without an event, so that what it says of the time stays true. */
const AGAIN_MS = 60_000

/** Queries everything that is wrong in the account. Events of the account refresh it (app/session/account-events.ts). */
export const useVerdict = () => useQuery({ ...asking(contract.verdict.read, {}, { quiet: true }), refetchInterval: AGAIN_MS })

/** Returns the number of things that are red or amber; 0 while that is not known. */
export const needsAttentionNow = (verdict: Verdict | undefined): number => (verdict && verdict.problems.length > 0 ? verdict.things : 0)

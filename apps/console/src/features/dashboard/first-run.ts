import type { NetworkCards, Verdict } from '@weft/contract'
import { readStored, writeStored } from '@weft/ui'
import { useEffect } from 'react'

/** The first steps of an account: choose a hub, add branches, see the first link. */
export type FirstStep = 0 | 1 | 2

/** Returns the step that an account has yet to take; undefined once something was connected. */
function firstStepOf(
  { networks, sites, links, software }: Pick<Verdict, 'networks' | 'sites' | 'links' | 'software'>,
  cards: NetworkCards | undefined,
): FirstStep | undefined {
  if (networks.total === 0) return 0
  if (sites.total > 0 || links.total > 0 || software.up > 0) return undefined
  return cards?.networks.some(({ member_count }) => member_count > 1) ? 2 : 1
}

/**
 * Returns the step that the login has yet to take. That all are taken is stored, so that nothing brings the steps back later.
 * @param login the login that is signed in: another may share the browser
 */
export function useFirstStep(login: string, verdict: Verdict | undefined, cards: NetworkCards | undefined): FirstStep | undefined {
  const key = `onboarding.${login}`
  const step = verdict && firstStepOf(verdict, cards)
  const finished = verdict !== undefined && step === undefined
  useEffect(() => {
    if (finished) writeStored(key, 'finished')
  }, [finished, key])
  if (step === undefined || step === 0) return step
  return readStored(key) === undefined ? step : undefined
}

import type { contract, OutputOf } from '@weft/contract'
import { readStored, writeStored } from '@weft/ui'
import { useEffect, useState } from 'react'

type Overview = OutputOf<typeof contract.account.overview>

export const steps = ['member', 'network', 'online'] as const
export type Step = (typeof steps)[number]

/** Returns which of the first steps an account has taken. */
function stepsDone({ members, networks, members_online }: Overview): Record<Step, boolean> {
  return { member: members > 0, network: networks > 0, online: members_online > 0 }
}

/**
 * Returns the first steps until all are taken or the user dismisses them. Both are stored, so that a member that goes offline
 * later does not bring the list back.
 * @param login the login that is signed in: the choice is kept per login
 */
export function useOnboarding(login: string, overview: Overview | undefined) {
  const key = `onboarding.${login}`
  const [over, setOver] = useState(() => readStored(key) !== undefined)
  const done = overview && stepsDone(overview)
  const finished = done !== undefined && steps.every((step) => done[step])
  const dismiss = () => {
    writeStored(key, 'dismissed')
    setOver(true)
  }
  useEffect(() => {
    if (finished) writeStored(key, 'finished')
  }, [finished, key])
  return { done: over || finished ? undefined : done, dismiss }
}

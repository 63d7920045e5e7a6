import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'
import { permits, useAccount } from '../account/use-account.ts'

/** Milliseconds after which it is asked again without an event: an incident begins when a break has lasted for a while, which is none. */
const AGAIN_MS = 60_000

/** Queries how many incidents last, and how the last days were. Events of the account refresh it (app/session/account-events.ts). */
export const useIncidentSummary = () => {
  const enabled = permits(useAccount(), 'monitor.view')
  return useQuery({ ...asking(contract.monitor.incident_summary, {}, { quiet: true }), enabled, refetchInterval: AGAIN_MS })
}

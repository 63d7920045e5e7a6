import { useQuery } from '@tanstack/react-query'
import { contract, TICKET_FACT_TEXT_MAX, TICKET_FACTS_MAX, type TicketFact } from '@weft/contract'
import { absoluteTime, asking, useText } from '@weft/ui'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import * as text from './ticket-create.text.ts'

const NOTHING: TicketFact[] = []

/** Returns what is known of a member that is not well, for whoever will look into it: what is most likely wrong, since when, and what happened. */
export function useEvidence(router_name: string): TicketFact[] {
  const t = useText(text)
  const allowed = permits(useAccount(), 'member.view')
  const { data: path } = useQuery({
    ...asking(contract.memberRecords.path, { router_name }, { quiet: true, missing: 'stay' }),
    enabled: allowed && router_name !== '',
  })
  if (!path || path.broken === null) return NOTHING
  return [
    { name: t.verdict, text: path.headline },
    ...(path.since === null ? [] : [{ name: t.begun, text: absoluteTime(path.since) }]),
    ...path.evidence.map(({ time, text: what }) => ({ name: absoluteTime(time).slice(5), text: what })),
  ]
    .slice(0, TICKET_FACTS_MAX)
    .map(({ name, text: fact }) => ({ name, text: [...fact].slice(0, TICKET_FACT_TEXT_MAX).join('') }))
}

import { type OutageRecord, siteGuides } from '@weft/contract'
import { language, Nothing } from '@weft/ui'
import { MemberName } from './MemberName.tsx'

/** Says why a member was not well, in a few words, and which lost center was the cause. */
export function OutageCause({ outage: { state, cause, behind, behind_note } }: { outage: OutageRecord }) {
  const spoken = language.use()
  if (cause === null) return <Nothing />
  const { headline } = siteGuides[state === 'degraded' && cause === 'tunnel_down' ? 'links_down' : cause][spoken]
  if (behind === null) return headline
  return (
    <>
      {headline} · <MemberName member={{ router_name: behind, note: behind_note ?? '', router_type: 1 }} form="name" />
    </>
  )
}

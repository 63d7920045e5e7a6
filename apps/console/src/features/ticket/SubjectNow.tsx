import { useQuery } from '@tanstack/react-query'
import { contract, type Ticket } from '@weft/contract'
import { asking, lasting, useText } from '@weft/ui'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { MemberStateText } from '../../shared/member/MemberStateText.tsx'
import { typeOf } from '../../shared/member/name-of.ts'
import * as text from './ticket-detail.text.ts'

type Subject = NonNullable<Ticket['subject']>

/** Shows how the member is now that a ticket is about; of one that the login may not see, or that is gone, the name alone. */
export function SubjectNow({ subject }: { subject: Subject }) {
  const t = useText(text)
  return (
    <section className="ticket-panel" aria-labelledby="ticket-subject">
      <h2 id="ticket-subject">{t.subjectNow}</h2>
      <SubjectState subject={subject} />
    </section>
  )
}

/** Shows a member with its state, and for how long it has been so. */
export function SubjectState({ subject }: { subject: Subject }) {
  const { router_name, note } = subject
  const t = useText(text)
  const allowed = permits(useAccount(), 'member.view')
  const [opened] = useState(serverSeconds)
  const { data: path } = useQuery({
    ...asking(contract.memberRecords.path, { router_name }, { quiet: true, missing: 'stay' }),
    enabled: allowed,
  })
  return (
    <div className="ticket-now">
      <MemberName
        member={{ router_name, note, router_type: typeOf(router_name) }}
        link={path !== undefined}
        {...(path && { state: path.state })}
      />
      {path && (
        <span>
          <MemberStateText member={path} />
          {path.since !== null && <span className="ticket-hint"> {t.since(lasting(Math.max(0, opened - path.since)))}</span>}
        </span>
      )}
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type CustomerTicketDetail, reopenableUntil, TICKET_REOPEN_DAYS } from '@weft/contract'
import { call, confirm, TimeText, toast, useText } from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { newTicketPath, ticketPath } from '../../shared/ticket/ticket-path.ts'
import * as text from './ticket-detail.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

/** Says that a ticket takes no reply, and how to go on: reopen it, open a new one that refers to it, or use the one that continues it. */
export function ClosedNotice({ ticket, mayReopen }: { ticket: CustomerTicketDetail; mayReopen: boolean }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [now] = useState(serverSeconds)
  const { ticket_number, ticket_title, ticket_type, merged_into } = ticket
  const until = reopenableUntil(ticket)
  const reopen = useMutation({
    mutationFn: () => call(contract.supportTickets.reopen, { ticket_number }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.reopened),
    onSettled: () => ticketsChanged(queries),
  })
  const ask = async () => {
    // Only a rating is lost.
    if (ticket.appraise && !(await confirm({ title: t.reopenTitle, body: t.reopenBody, action: t.reopen }))) return
    reopen.mutate()
  }
  if (merged_into !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={t.closed}
        description={
          <>
            {t.merged}
            <Link to={ticketPath.detail(merged_into)}>{merged_into}</Link>
          </>
        }
      />
    )
  if (mayReopen && until !== undefined && now <= until)
    return (
      <Alert
        type="info"
        showIcon
        title={t.closed}
        description={
          <>
            {t.reopenUntil}
            <TimeText at={until} />
          </>
        }
        action={
          <Button className="article-screen" loading={reopen.isPending} onClick={() => void ask()}>
            {t.reopen}
          </Button>
        }
      />
    )
  const again = { type: ticket_type, title: t.againTitle(ticket_number), content: t.againContent(ticket_number, ticket_title) }
  return (
    <Alert
      type="info"
      showIcon
      title={t.closed}
      description={until === undefined || now <= until ? undefined : t.tooLate(TICKET_REOPEN_DAYS)}
      action={
        <LinkButton className="article-screen" to={newTicketPath(again)}>
          {t.askAgain}
        </LinkButton>
      }
    />
  )
}

import { PlusOutlined } from '@ant-design/icons'
import { contract, MOST_FOUND, ticketTypeNames, ticketTypes } from '@weft/contract'
import { language, ListFilter, ListTable, PageHeader, storedChoice, useListPage, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { LiveLine } from '../../shared/session/LiveLine.tsx'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { ticketColumns } from './ticket-columns.tsx'
import * as text from './ticket.text.ts'
import { useDeleteTicket } from './use-delete-ticket.ts'
import './ticket.css'
import { Term } from '../../shared/help/Term.tsx'

/** Stores whether the hint about working hours was closed. */
const hours = storedChoice('ticket-hours', ['shown', 'closed'], 'shown')

export function TicketListPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const spoken = language.use()
  const account = useAccount()
  const tickets = useListPage(contract.supportTickets.list, ['status', 'type', 'mine'])
  const remove = useDeleteTicket()
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(ticketPath.create)}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="ticket" />}
        meta={tickets.updated > 0 && <LiveLine read={tickets.updated * 1000} failing={tickets.error !== null} />}
        actions={tickets.unborn ? undefined : create}
      />
      {hours.use() === 'shown' && (
        <Alert
          className="ticket-hours"
          type="info"
          showIcon
          title={t.hours}
          closable={{ 'aria-label': t.closeHours, onClose: () => hours.set('closed') }}
        />
      )}
      <StatusTabs list={tickets} />
      <ListTable
        list={tickets}
        name="tickets"
        subject={t.ticket}
        rowKey="ticket_number"
        live
        columns={ticketColumns({ t, spoken, account, onDelete: remove.mutate })}
        searchHint={t.search}
        countedTo={MOST_FOUND}
        filters={
          <>
            <ListFilter
              list={tickets}
              name="type"
              label={t.kind}
              options={ticketTypes.map((type) => ({ value: String(type), label: ticketTypeNames[type][spoken] }))}
            />
            <ListFilter list={tickets} name="mine" label={t.submitter} options={[{ value: '1', label: t.mine }]} />
          </>
        }
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, opsContract } from '@weft/contract'
import { asking, call, rule, toast, useText } from '@weft/ui'
import { Form, Select } from 'antd'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract

type Merged = Pick<DeskTicket, 'ticket_number' | 'ticket_title' | 'create_name'>

interface Props {
  /** The ticket that is closed. */
  ticket: Merged
  account_number: string
  /** The ticket that goes on, if it is known; otherwise it is chosen. */
  into?: Merged | undefined
  onClose: () => void
}

/** Merges a ticket into another one of its account that is open. */
export function MergeDialog({ ticket, account_number, into, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const { ticket_number } = ticket
  const asked = useQuery({
    ...asking(tickets.list, { account_number, limit: MAX_PAGE_SIZE }, { missing: 'stay' }),
    enabled: into === undefined,
  })
  const open = into
    ? [into]
    : (asked.data?.rows ?? []).filter((one) => one.ticket_number !== ticket_number && one.ticket_status !== 3 && one.delete_time === null)
  const submit = async (typed: { into: string }) => {
    await call(tickets.merge, { ticket_number, into: typed.into }, { missing: 'stay' })
    toast.success(t.mergedNow)
    onClose()
    await ticketsChanged(queries)
  }
  return (
    <FormDialog<{ into: string }>
      title={t.mergeTitle}
      action={t.merge}
      note={
        <ul className="desk-bullets">
          {t.mergeEffects(ticket.ticket_title, ticket.create_name).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      }
      first="into"
      initial={{ into: into?.ticket_number }}
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="into" label={t.mergeInto} rules={[rule(tickets.merge.input.shape.into, t.mergeInto)]}>
        <Select
          loading={into === undefined && asked.isPending}
          notFoundContent={t.mergeNone}
          options={open.map((one) => ({ value: one.ticket_number, label: `${one.ticket_number} ${one.ticket_title}` }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

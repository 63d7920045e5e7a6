import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, opsContract } from '@weft/contract'
import { asking, call, rule, toast, useText } from '@weft/ui'
import { Form, Select } from 'antd'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract

/** Merges a ticket into another one of its account that is open. */
export function MergeDialog({ ticket, onClose }: { ticket: DeskTicket; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { ticket_number, ticket_title, account_number } = ticket
  const asked = useQuery(asking(tickets.list, { account_number, limit: MAX_PAGE_SIZE }, { missing: 'stay' }))
  const open = (asked.data?.rows ?? []).filter(
    (one) => one.ticket_number !== ticket_number && one.ticket_status !== 3 && one.delete_time === null,
  )
  const submit = async ({ into }: { into: string }) => {
    await call(tickets.merge, { ticket_number, into }, { missing: 'stay' })
    toast.success(t.mergedNow)
    onClose()
    await ticketsChanged(queries)
  }
  return (
    <FormDialog<{ into: string }>
      title={t.mergeTitle}
      action={t.merge}
      note={t.mergeBody(ticket_title)}
      first="into"
      submit={submit}
      onClose={onClose}
    >
      <Form.Item name="into" label={t.mergeInto} rules={[rule(tickets.merge.input.shape.into, t.mergeInto)]}>
        <Select
          loading={asked.isPending}
          notFoundContent={t.mergeNone}
          options={open.map((one) => ({ value: one.ticket_number, label: `${one.ticket_number} ${one.ticket_title}` }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

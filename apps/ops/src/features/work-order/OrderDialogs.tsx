import { useQueryClient } from '@tanstack/react-query'
import { namesText, opsContract, WORK_ORDER_TEXT_MAX } from '@weft/contract'
import { call, language, rule, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { type DeskOrder, membersOf } from './desk-order.ts'
import * as text from './work-order.text.ts'
import { workOrdersChanged } from './work-orders-changed.ts'

const { workOrders } = opsContract
const LENGTH = counted(WORK_ORDER_TEXT_MAX)

interface Props {
  order: DeskOrder
  onClose: () => void
}

/** Asks for the reason of a rejection, and rejects the order. */
export function RejectDialog({ order, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const { network_ticket_number, network_name } = order
  const members = membersOf(order)
  return (
    <FormDialog<{ reason: string }>
      title={t.reject}
      action={t.reject}
      danger
      note={t.rejectNote(network_name, namesText(members, members.length, language.get()))}
      first="reason"
      onClose={onClose}
      submit={async ({ reason }) => {
        try {
          await call(workOrders.reject, { network_ticket_number, reason }, { missing: 'stay' })
          toast.success(t.rejected)
          onClose()
        } finally {
          await workOrdersChanged(queries)
        }
      }}
    >
      <Form.Item name="reason" label={t.reason} extra={t.reasonHint} rules={[rule(workOrders.reject.input.shape.reason, t.reason)]}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} count={LENGTH} />
      </Form.Item>
    </FormDialog>
  )
}

/** Asks for a question, and sends it to the customer of the order. */
export function AskDialog({ order: { network_ticket_number }, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  return (
    <FormDialog<{ content: string }>
      title={t.ask}
      action={t.ask}
      note={t.askNote}
      first="content"
      onClose={onClose}
      submit={async ({ content }) => {
        try {
          await call(workOrders.ask, { network_ticket_number, content }, { missing: 'stay' })
          toast.success(t.asked)
          onClose()
        } finally {
          await workOrdersChanged(queries)
        }
      }}
    >
      <Form.Item name="content" label={t.question} rules={[rule(workOrders.ask.input.shape.content, t.question)]}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} count={LENGTH} />
      </Form.Item>
    </FormDialog>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { APPRAISAL_MAX, contract, type TicketDetail } from '@weft/contract'
import { call, rule, tellFirstProblem, toast, useFormGuard, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type Grade, GradeText, Stars } from './Stars.tsx'
import * as text from './ticket-detail.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { shape } = contract.supportTickets.appraise.input

/** Closes the ticket with stars and, if the customer likes, a comment; a closed ticket asks only for these. An appraisal that was given stays shown. */
export function AppraiseBox({ ticket, may }: { ticket: TicketDetail; may: boolean }) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const closed = ticket.ticket_status === 3
  if (ticket.appraise)
    return (
      <section className="ticket-panel" aria-labelledby="ticket-appraisal">
        <h2 id="ticket-appraisal">{t.yourAppraisal}</h2>
        <GradeText grade={ticket.appraise.grade} />
        {ticket.appraise.content !== '' && <p className="weft-words">{ticket.appraise.content}</p>}
      </section>
    )
  if (!may || ticket.merged_into !== null) return null
  if (!open && !closed)
    return (
      <div className="article-screen">
        <Button onClick={() => setOpen(true)}>{t.appraise}</Button>
      </div>
    )
  return (
    <section className="ticket-panel article-screen" aria-labelledby="ticket-appraisal">
      <h2 id="ticket-appraisal">{closed ? t.appraiseClosed : t.appraise}</h2>
      <AppraiseForm ticket_number={ticket.ticket_number} closed={closed} onCancel={() => setOpen(false)} />
    </section>
  )
}

interface Typed {
  grade: Grade
  content: string
}

function AppraiseForm({ ticket_number, closed, onCancel }: { ticket_number: string; closed: boolean; onCancel: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const appraise = useMutation({
    mutationFn: (typed: Typed) => call(contract.supportTickets.appraise, { ticket_number, ...typed }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.rated),
    onSettled: () => ticketsChanged(queries),
  })
  return (
    <Form<Typed>
      form={form}
      name="appraise"
      layout="vertical"
      onFinish={(typed) => !appraise.isPending && appraise.mutate(typed)}
      onFinishFailed={tellFirstProblem}
    >
      <Form.Item name="grade" label={t.grade} required rules={[rule(shape.grade, t.grade)]}>
        <Stars />
      </Form.Item>
      <Form.Item name="content" label={t.appraisal} initialValue="" rules={[rule(shape.content, t.appraisal)]}>
        <Input.TextArea rows={3} count={counted(APPRAISAL_MAX)} />
      </Form.Item>
      <div className="ticket-buttons">
        <Button type="primary" htmlType="submit" loading={appraise.isPending}>
          {closed ? t.rate : t.close}
        </Button>
        {!closed && <Button onClick={() => void guard.close(onCancel)}>{t.notYet}</Button>}
      </div>
    </Form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { APPRAISAL_MAX, contract, type TicketDetail } from '@weft/contract'
import { call, rule, tellFirstProblem, TimeText, toast, useFormGuard, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type Grade, GradeText, Stars } from './Stars.tsx'
import * as text from './ticket-detail.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { shape } = contract.supportTickets.appraise.input

interface Props {
  ticket: TicketDetail
  may: boolean
  /** The customer asked to rate a ticket that is not closed. */
  open: boolean
  onClose: () => void
  /** Until when it can be reopened, in Unix seconds. */
  until: number | undefined
}

/** Closes the ticket with stars and, if the customer likes, a comment; a closed ticket asks only for these. An appraisal that was given stays shown. */
export function AppraiseBox({ ticket, may, open, onClose, until }: Props) {
  const t = useText(text)
  const closed = ticket.ticket_status === 3
  if (ticket.appraise)
    return (
      <section className="ticket-appraisal" aria-labelledby="ticket-appraisal">
        <h2 id="ticket-appraisal">{t.yourAppraisal}</h2>
        <GradeText grade={ticket.appraise.grade} />
        {ticket.appraise.content !== '' && <p className="weft-words">{ticket.appraise.content}</p>}
        <Until until={until} />
      </section>
    )
  if (!may || ticket.merged_into !== null || (!open && !closed)) return null
  return (
    <section className="ticket-appraisal article-screen" aria-labelledby="ticket-appraisal">
      <h2 id="ticket-appraisal">{t.howWasIt}</h2>
      <AppraiseForm ticket_number={ticket.ticket_number} closed={closed} onClose={onClose} />
      <Until until={until} />
    </section>
  )
}

function Until({ until }: { until: number | undefined }) {
  const t = useText(text)
  return until === undefined ? null : (
    <p className="ticket-hint">
      {t.reopenUntil} <TimeText at={until} />
    </p>
  )
}

interface Typed {
  grade: Grade
  content?: string
}

function AppraiseForm({ ticket_number, closed, onClose }: { ticket_number: string; closed: boolean; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const [wordy, setWordy] = useState(false)
  const appraise = useMutation({
    mutationFn: (typed: Typed) =>
      call(contract.supportTickets.appraise, { ticket_number, ...typed, content: typed.content ?? '' }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.rated),
    onSettled: async (_done, failure) => {
      await ticketsChanged(queries)
      // What was saved is shown by now. A ticket that is reopened later asks for nothing.
      if (!failure) onClose()
    },
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
      {wordy && (
        <Form.Item name="content" label={t.appraisal} rules={[rule(shape.content, t.appraisal)]}>
          <Input.TextArea rows={3} count={counted(APPRAISAL_MAX)} />
        </Form.Item>
      )}
      <div className="ticket-buttons">
        <Button type="primary" htmlType="submit" loading={appraise.isPending}>
          {closed ? t.rate : t.close}
        </Button>
        {!wordy && (
          <Button type="link" onClick={() => setWordy(true)}>
            {t.write}
          </Button>
        )}
        {!closed && <Button onClick={() => void guard.close(onClose)}>{t.notYet}</Button>}
      </div>
    </Form>
  )
}

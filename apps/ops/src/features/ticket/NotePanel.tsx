import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, TICKET_CONTENT_MAX } from '@weft/contract'
import { call, rule, tellFirstProblem, TimeText, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract
const { shape } = tickets.note.input

/** Shows what operators noted about a ticket for each other, with a form for another note. @param may whether the caller may write one */
export function NotePanel({ ticket: { ticket_number, notes }, may }: { ticket: DeskTicket; may: boolean }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ content: string }>()
  const [typed, setTyped] = useState(false)
  useUnsavedGuard(typed)
  const add = useMutation({
    mutationFn: ({ content }: { content: string }) => call(tickets.note, { ticket_number, content }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.noted)
      form.resetFields()
      setTyped(false)
    },
    onSettled: () => ticketsChanged(queries),
  })
  if (!may && notes.length === 0) return null
  return (
    <section className="desk-panel desk-notes" aria-labelledby="ticket-notes">
      <h2 id="ticket-notes">{t.notes}</h2>
      <p className="desk-quiet">{t.notesHint}</p>
      <ul className="desk-saved" aria-label={t.notes}>
        {notes.map(({ note_id, operator_name, content, create_time }) => (
          <li key={note_id}>
            <p className="desk-quiet">
              {operator_name} · <TimeText at={create_time} relative />
            </p>
            <p className="desk-words">{content}</p>
          </li>
        ))}
      </ul>
      {may && (
        <Form
          form={form}
          name="note"
          layout="vertical"
          validateTrigger="onSubmit"
          onValuesChange={(_, { content }: { content: string }) => setTyped(content.trim() !== '')}
          onFinish={(values) => !add.isPending && add.mutate(values)}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="content" label={t.note} initialValue="" rules={[rule(shape.content, t.note)]}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} count={{ ...counted(TICKET_CONTENT_MAX), show: false }} />
          </Form.Item>
          <Button htmlType="submit" loading={add.isPending}>
            {t.addNote}
          </Button>
        </Form>
      )}
    </section>
  )
}

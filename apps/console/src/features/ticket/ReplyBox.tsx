import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { PictureField } from '@weft/ui/picture/PictureField.tsx'
import { ReplyField } from '@weft/ui/ticket/ReplyField.tsx'
import { Button, Form } from 'antd'
import { useState } from 'react'
import * as text from './ticket-detail.text.ts'
import { ticketsChanged } from './tickets-changed.ts'
import { useTicketPictures } from './use-ticket-pictures.ts'

const { shape } = contract.supportTickets.reply.input

/** Shows the form of a reply with its pictures. @param onReplied called once the reply is in the thread */
export function ReplyBox({ ticket_number, onReplied }: { ticket_number: string; onReplied: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ content: string }>()
  const [typed, setTyped] = useState(false)
  const pictures = useTicketPictures()
  useUnsavedGuard(typed || pictures.items.length > 0)
  const reply = useMutation({
    mutationFn: ({ content }: { content: string }) =>
      call(contract.supportTickets.reply, { ticket_number, content, file_ids: pictures.sent.map(({ id }) => id) }, { missing: 'stay' }),
    onSuccess: async () => {
      toast.success(t.replied)
      form.resetFields()
      setTyped(false)
      pictures.clear()
      await ticketsChanged(queries)
      onReplied()
    },
    // The ticket may have been closed meanwhile.
    onError: () => ticketsChanged(queries),
  })
  return (
    <section className="ticket-reply article-screen" aria-label={t.send} {...pictures.taking}>
      <Form
        form={form}
        name="reply"
        layout="vertical"
        validateTrigger="onSubmit"
        onValuesChange={(_, { content }: { content: string }) => setTyped(content.trim() !== '')}
        onFinish={(values) => {
          if (pictures.sending) toast.warning(t.sending)
          else if (!reply.isPending) reply.mutate(values)
        }}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]} initialValue="">
          <ReplyField autoSize={{ minRows: 3, maxRows: 12 }} placeholder={t.contentHint} />
        </Form.Item>
        <Form.Item>
          <PictureField pictures={pictures} />
        </Form.Item>
        <div className="ticket-buttons">
          <Button type="primary" htmlType="submit" loading={reply.isPending}>
            {t.send}
          </Button>
          <span className="ticket-hint">{t.sendKeys}</span>
        </div>
      </Form>
    </section>
  )
}

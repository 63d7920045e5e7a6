import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, TICKET_FILE_BYTES, TICKET_FILES_MAX } from '@weft/contract'
import { call, rule, tellFirstProblem, toast, useDialog, useText } from '@weft/ui'
import { PictureField } from '@weft/ui/picture/PictureField.tsx'
import { usePictures } from '@weft/ui/picture/use-pictures.ts'
import { ReplyField } from '@weft/ui/ticket/ReplyField.tsx'
import { Alert, Button, Form, type Input } from 'antd'
import { type ComponentRef, useRef, useState } from 'react'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { type ReplyDraft, replyDraftKeeper } from './reply-draft.ts'
import { SavedReplyDialog } from './SavedReplyDialog.tsx'
import { SavedReplyPicker } from './SavedReplyPicker.tsx'
import * as text from './ticket-page.text.ts'
import type { DeskTicket } from './desk-ticket.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract
const { shape } = tickets.reply.input

/**
 * A reply with its pictures, kept in the browser until it is sent. Replies written by others meanwhile are shown first.
 * @param onReplied called once the reply is in the thread
 */
export function ReplyBox({ ticket: { ticket_number, dialogue }, onReplied }: { ticket: DeskTicket; onReplied: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { username } = useOperator()
  const [drafts] = useState(() => replyDraftKeeper(username, ticket_number))
  const [first] = useState(() => drafts.read())
  const [restored, setRestored] = useState(first !== undefined)
  const [form] = Form.useForm<{ content: string }>()
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null)
  /** The number of replies when this one was begun; undefined while nothing is written. */
  const [since, setSince] = useState(first && dialogue.length)
  const picker = useDialog<'saved'>()
  const adding = useDialog<{ content: string }>()

  const keep = (change: Partial<ReplyDraft>) => {
    const draft = { content: form.getFieldValue('content') ?? '', pictures: pictures.sent, ...change }
    drafts.keep(draft)
    setSince((before) => (draft.content.trim() || draft.pictures.length > 0 ? (before ?? dialogue.length) : undefined))
  }
  const pictures = usePictures({
    upload: (file) => call(tickets.upload_file, { ticket_number }, { file, missing: 'stay' }),
    most: TICKET_FILES_MAX,
    max_bytes: TICKET_FILE_BYTES,
    first: first?.pictures ?? [],
    onChange: (sent) => keep({ pictures: sent }),
  })
  const empty = () => {
    form.resetFields()
    form.setFieldValue('content', '')
    pictures.clear()
    drafts.forget()
    setRestored(false)
    setSince(undefined)
  }
  const reply = useMutation({
    mutationFn: ({ content }: { content: string }) =>
      call(
        tickets.reply,
        { ticket_number, content, file_ids: pictures.sent.map(({ id }) => id), seen: dialogue.length },
        { missing: 'stay' },
      ),
    onSuccess: async () => {
      toast.success(t.replied)
      empty()
      await ticketsChanged(queries)
      onReplied()
    },
    // A colleague may have answered or closed the ticket meanwhile.
    onError: () => ticketsChanged(queries),
  })
  const insert = (words: string) => {
    const [before, field] = [form.getFieldValue('content') ?? '', area.current?.resizableTextArea?.textArea]
    const [start, end] = [field?.selectionStart ?? before.length, field?.selectionEnd ?? before.length]
    const content = before.slice(0, start) + words + before.slice(end)
    form.setFieldValue('content', content)
    keep({ content })
    picker.close()
    setTimeout(() => {
      field?.focus()
      field?.setSelectionRange(start + words.length, start + words.length)
    })
  }
  const content = Form.useWatch('content', form) ?? ''
  return (
    <section className="desk-panel" aria-label={t.send} {...pictures.taking}>
      {restored && (
        <Alert
          type="info"
          showIcon
          className="desk-notice"
          title={t.restored}
          action={
            <Button size="small" onClick={empty}>
              {t.clear}
            </Button>
          }
        />
      )}
      {since !== undefined && dialogue.length > since && (
        <Alert type="warning" showIcon role="alert" className="desk-notice" title={t.moved} />
      )}
      <Form
        form={form}
        name="reply"
        layout="vertical"
        validateTrigger="onSubmit"
        initialValues={{ content: first?.content ?? '' }}
        onValuesChange={(_, typed: { content: string }) => keep(typed)}
        onFinish={(values) => {
          if (pictures.sending) toast.warning(t.sending)
          else if (!reply.isPending) reply.mutate(values)
        }}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
          <ReplyField ref={area} autoSize={{ minRows: 4, maxRows: 14 }} placeholder={t.contentHint} />
        </Form.Item>
        <Form.Item>
          <PictureField pictures={pictures} />
        </Form.Item>
        <div className="desk-buttons">
          <Button type="primary" htmlType="submit" loading={reply.isPending}>
            {t.send}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => picker.show('saved')}>
            {t.insert}
          </Button>
          {content.trim() !== '' && (
            <Button type="link" aria-haspopup="dialog" onClick={() => adding.show({ content })}>
              {t.keep}
            </Button>
          )}
          <span className="desk-quiet">{t.sendKeys}</span>
        </div>
      </Form>
      {picker.subject && <SavedReplyPicker onChosen={insert} onClose={picker.close} />}
      {adding.subject && <SavedReplyDialog content={adding.subject.content} onClose={adding.close} />}
    </section>
  )
}

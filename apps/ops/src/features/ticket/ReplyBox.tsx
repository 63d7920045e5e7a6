import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DeskMember, opsContract, TICKET_FILE_BYTES, TICKET_FILES_MAX, WRITING_SECONDS } from '@weft/contract'
import { call, rule, tellFirstProblem, toast, useDialog, useText, useUnsavedGuard } from '@weft/ui'
import { PictureField } from '@weft/ui/picture/PictureField.tsx'
import { usePictures } from '@weft/ui/picture/use-pictures.ts'
import { ReplyField } from '@weft/ui/ticket/ReplyField.tsx'
import { Alert, Button, Form, type Input, Tabs } from 'antd'
import { type ComponentRef, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { outbox } from '../../shared/ticket/outbox.ts'
import { type ReplyDraft, replyDraftKeeper } from '../../shared/ticket/reply-draft.ts'
import { blanksIn, filled } from './blanks.ts'
import type { DeskTicket } from './desk-ticket.ts'
import { SavedReplyDialog } from './SavedReplyDialog.tsx'
import { SavedReplyPicker } from './SavedReplyPicker.tsx'
import { type SavedListHandle, SavedReplyList } from './SavedReplyList.tsx'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract
const { shape } = tickets.reply.input

/** A text that calls for a saved reply: a slash at the beginning of a line, and what is searched for. */
const SLASH = /(?:^|\n)\/([^\s/]*)$/

type Kind = 'reply' | 'note'
export interface ReplyHandle {
  /** Goes to the field for a reply or for a note, or to the list of saved replies. */
  write: (what: Kind | 'saved') => void
}

interface Props {
  ref: Ref<ReplyHandle>
  ticket: DeskTicket
  /** The member that the ticket names. */
  member: DeskMember | undefined
  /** The others who write an answer. */
  writing: readonly string[]
  /** A number that changes when a reply came back: then it is in the field again, as it was kept. */
  back: number
  /** Whether the ticket takes a reply; it always takes a note. */
  mayReply: boolean
  /** Called when a reply is on its way, and the next ticket is asked for. */
  onNext: () => void
}

/** Shows the fields for a reply to the customer and for a note among operators. */
export function ReplyBox({ ref, ticket, mayReply, back, ...props }: Props) {
  const t = useText(text)
  const [kind, setKind] = useState<Kind>('reply')
  const reply = useRef<FieldHandle>(null)
  const note = useRef<FieldHandle>(null)
  useImperativeHandle(ref, () => ({
    write: (what) => {
      setKind(what === 'note' ? 'note' : 'reply')
      // The field is there once the tab is shown.
      setTimeout(() => (what === 'note' ? note.current?.focus() : what === 'saved' ? reply.current?.slash() : reply.current?.focus()))
    },
  }))
  const replyTab = {
    key: 'reply',
    label: t.toCustomer,
    children: <ReplyForm key={back} ref={reply} ticket={ticket} {...props} />,
    forceRender: true,
  }
  const noteTab = { key: 'note', label: t.notes, children: <NoteField ref={note} ticket={ticket} />, forceRender: true }
  // The note stays in its place when the ticket is closed, with what is typed in it.
  return (
    <Tabs
      size="small"
      activeKey={mayReply ? kind : 'note'}
      onChange={(key) => setKind(key as Kind)}
      items={mayReply ? [replyTab, noteTab] : [noteTab]}
    />
  )
}

interface FieldHandle {
  focus: () => void
  slash: () => void
}

/** Takes a note that operators alone see. */
function NoteField({ ref, ticket: { ticket_number } }: { ref: Ref<FieldHandle>; ticket: DeskTicket }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ content: string }>()
  const [typed, setTyped] = useState(false)
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const focus = () => area.current?.focus()
  useImperativeHandle(ref, () => ({ focus, slash: focus }))
  useUnsavedGuard(typed)
  const add = useMutation({
    mutationFn: ({ content }: { content: string }) => call(tickets.note, { ticket_number, content }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.noted)
      form.resetFields()
      setTyped(false)
      area.current?.blur()
    },
    onSettled: () => ticketsChanged(queries),
  })
  return (
    <Form
      form={form}
      name="note"
      className="reply-note"
      validateTrigger="onSubmit"
      onValuesChange={(_, { content }: { content: string }) => setTyped(content.trim() !== '')}
      onFinish={(values) => !add.isPending && add.mutate(values)}
      onFinishFailed={tellFirstProblem}
    >
      <Form.Item name="content" initialValue="" rules={[rule(tickets.note.input.shape.content, t.note)]}>
        <ReplyField
          ref={area}
          aria-label={t.note}
          placeholder={t.notesHint}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onKeyDown={leaveByEscape}
        />
      </Form.Item>
      <Button htmlType="submit" loading={add.isPending}>
        {t.addNote}
      </Button>
    </Form>
  )
}

const leaveByEscape = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Escape') return
  event.currentTarget.blur()
  // The page must not hear of it as well.
  event.stopPropagation()
}

/** Milliseconds between two signs that something is being written. */
const SIGN_MS = (WRITING_SECONDS / 2) * 1000

/** Tells others that an answer is being written, unless they were told a moment ago. @param signed when they were, in milliseconds */
function sign(ticket_number: string, signed: { current: number }): void {
  const now = Date.now()
  if (now - signed.current <= SIGN_MS) return
  signed.current = now
  void call(tickets.writing, { ticket_number }, { quiet: true, missing: 'stay' }).catch(() => undefined)
}

/**
 * A reply with its pictures, kept in the browser until the server has it. It can be undone for some seconds. Replies written by others
 * meanwhile are shown first.
 */
function ReplyForm({ ref, ticket, member, writing, onNext }: Omit<Props, 'ref' | 'mayReply' | 'back'> & { ref: Ref<FieldHandle> }) {
  const t = useText(text)
  const { ticket_number, dialogue } = ticket
  const queries = useQueryClient()
  const { username } = useOperator()
  const [drafts] = useState(() => replyDraftKeeper(username, ticket_number))
  const [first] = useState(() => {
    // What is on its way is no draft any more, and neither is what arrived when a page was left.
    const draft = drafts.read()
    const isGone = (content: string) => content.trim() === draft?.content.trim()
    const gone =
      outbox.get().some((one) => one.ticket_number === ticket_number && isGone(one.content)) ||
      dialogue.some(({ from, dialogue_content }) => from === 'support' && isGone(dialogue_content))
    return gone ? undefined : draft
  })
  const [restored, setRestored] = useState(first !== undefined)
  const [form] = Form.useForm<{ content: string }>()
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const list = useRef<SavedListHandle>(null)
  /** The number of replies when this one was begun; undefined while nothing is written. */
  const [since, setSince] = useState(first && dialogue.length)
  const [blanks, setBlanks] = useState<string[]>(first?.blanks ?? [])
  const [slash, setSlash] = useState<string>()
  const signed = useRef(0)
  const picker = useDialog<'saved'>()
  const adding = useDialog<{ content: string }>()
  const fieldOf = () => area.current?.resizableTextArea?.textArea

  const keep = (change: Partial<ReplyDraft>) => {
    // Whoever writes on has left the last reply as it is.
    void outbox.sendNow(ticket_number)
    const draft = { content: form.getFieldValue('content') ?? '', pictures: pictures.sent, blanks, ...change }
    drafts.keep(draft)
    setSince((before) => (draft.content.trim() || draft.pictures.length > 0 ? (before ?? dialogue.length) : undefined))
    if (draft.content.trim()) sign(ticket_number, signed)
  }
  const pictures = usePictures({
    upload: (file) => call(tickets.upload_file, { ticket_number }, { file, missing: 'stay' }),
    most: TICKET_FILES_MAX,
    max_bytes: TICKET_FILE_BYTES,
    first: first?.pictures ?? [],
    onChange: (sent) => keep({ pictures: sent }),
  })
  /** The draft of what is on its way stays until the server has it. */
  const empty = ({ forget }: { forget: boolean }) => {
    form.resetFields()
    form.setFieldValue('content', '')
    pictures.clear()
    if (forget) drafts.forget()
    setRestored(false)
    setSince(undefined)
    setBlanks([])
  }
  const goToBlank = (from: number) => {
    const field = fieldOf()
    if (!field) return
    const open = blanksIn(field.value).map((blank) => ({ blank, at: field.value.indexOf(blank, 0) }))
    const next = open.find(({ at }) => at >= from) ?? open[0]
    if (next) field.setSelectionRange(next.at, next.at + next.blank.length)
  }
  /** Puts a saved reply in the place of the text between two places. */
  const put = (saved: string, start: number, end: number) => {
    const words = filled(saved, ticket, member)
    const before: string = form.getFieldValue('content') ?? ''
    const content = before.slice(0, start) + words + before.slice(end)
    const left = [...new Set([...blanks, ...blanksIn(words)])]
    form.setFieldValue('content', content)
    setBlanks(left)
    setSlash(undefined)
    keep({ content, blanks: left })
    setTimeout(() => {
      const field = fieldOf()
      field?.focus()
      field?.setSelectionRange(start + words.length, start + words.length)
      if (blanksIn(words).length > 0) goToBlank(start)
    })
  }
  const insert = (saved: string) => {
    const [before, field] = [form.getFieldValue('content') ?? '', fieldOf()]
    picker.close()
    put(saved, field?.selectionStart ?? before.length, field?.selectionEnd ?? before.length)
  }
  const chooseSaved = (saved: string) => {
    const end = fieldOf()?.selectionStart ?? 0
    put(saved, Math.max(0, end - (slash ?? '').length - 1), end)
  }
  const readSlash = () => {
    const field = fieldOf()
    setSlash(field ? SLASH.exec(field.value.slice(0, field.selectionStart))?.[1] : undefined)
  }
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    slash: () => {
      area.current?.focus()
      const content: string = form.getFieldValue('content') ?? ''
      const next = content === '' ? '/' : `${content}\n/`
      form.setFieldValue('content', next)
      setTimeout(() => {
        fieldOf()?.setSelectionRange(next.length, next.length)
        readSlash()
      })
    },
  }))
  const content: string = Form.useWatch('content', form) ?? ''
  const open = blanks.filter((blank) => content.includes(blank)).length
  const send = async (goesOn: boolean) => {
    const values = await form.validateFields().catch(tellFirstProblem)
    if (!values) return
    if (pictures.sending) return toast.warning(t.sending)
    if (open > 0) {
      toast.warning(t.unfilled(open))
      area.current?.focus()
      return goToBlank(0)
    }
    const reply = {
      ticket_number,
      name: ticket.create_name,
      content: values.content,
      pictures: pictures.sent,
      seen: dialogue.length,
      author: username,
    }
    outbox.add(reply, () => ticketsChanged(queries))
    empty({ forget: false })
    area.current?.blur()
    if (goesOn) onNext()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send(!event.shiftKey)
    } else if (slash !== undefined && list.current?.press(event)) event.preventDefault()
    else if (event.key === 'Escape') {
      if (slash === undefined) event.currentTarget.blur()
      setSlash(undefined)
      // A dialog or the page must not hear of it as well.
      event.stopPropagation()
    } else if (event.key === 'Tab' && !event.shiftKey && open > 0) {
      event.preventDefault()
      goToBlank(event.currentTarget.selectionEnd)
    }
  }
  const meanwhile = since === undefined ? undefined : dialogue.slice(since).at(-1)
  return (
    <section aria-label={t.toCustomer} {...pictures.taking}>
      {restored && (
        <Alert
          type="info"
          showIcon
          className="desk-notice"
          title={t.restored}
          action={
            <Button size="small" onClick={() => empty({ forget: true })}>
              {t.clear}
            </Button>
          }
        />
      )}
      {meanwhile && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="desk-notice"
          title={meanwhile.from === 'customer' ? t.customerWrote(meanwhile.reply_name) : t.colleagueWrote(meanwhile.reply_name)}
        />
      )}
      {slash !== undefined && <SavedReplyList ref={list} search={slash} onChosen={chooseSaved} />}
      <p className="desk-quiet" role="status">
        {writing.length > 0 && t.writing(writing)}
      </p>
      <Form
        form={form}
        name="reply"
        layout="vertical"
        validateTrigger="onSubmit"
        initialValues={{ content: first?.content ?? '' }}
        onValuesChange={(_, typed: { content: string }) => {
          keep(typed)
          readSlash()
        }}
      >
        <Form.Item name="content" rules={[rule(shape.content, t.content)]}>
          <ReplyField
            ref={area}
            aria-label={t.content}
            autoSize={{ minRows: 3, maxRows: 14 }}
            placeholder={t.contentHint}
            onKeyDown={press}
            onSelect={readSlash}
            {...(slash !== undefined && { 'aria-controls': 'saved-replies', 'aria-expanded': true })}
          />
        </Form.Item>
        <Form.Item>
          <PictureField pictures={pictures} />
        </Form.Item>
        <div className="desk-buttons">
          <Button type="primary" aria-keyshortcuts="Control+Enter" onClick={() => void send(true)}>
            {t.sendNext}
          </Button>
          <Button aria-keyshortcuts="Control+Shift+Enter" onClick={() => void send(false)}>
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
          <span className="desk-quiet">{open > 0 ? t.unfilled(open) : t.sendKeys}</span>
        </div>
      </Form>
      {picker.subject && <SavedReplyPicker onChosen={insert} onClose={picker.close} />}
      {adding.subject && <SavedReplyDialog content={adding.subject.content} onClose={adding.close} />}
    </section>
  )
}

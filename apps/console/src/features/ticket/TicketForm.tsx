import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  contract,
  shownNumber,
  TICKET_CONTENT_MAX,
  TICKET_TITLE_MAX,
  type TicketPicture,
  type TicketType,
  ticketTypeNames,
  ticketTypes,
} from '@weft/contract'
import { applyFieldErrors, asking, call, language, listTime, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { EvidenceTable } from '@weft/ui/ticket/EvidenceTable.tsx'
import { counted } from '@weft/ui/form/counted.ts'
import { PictureField } from '@weft/ui/picture/PictureField.tsx'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { Alert, Button, Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { SubjectField } from './SubjectField.tsx'
import { SuggestedArticles } from './SuggestedArticles.tsx'
import * as text from './ticket-create.text.ts'
import type { draftKeeper, TicketDraft } from './ticket-draft.ts'
import { ticketsChanged } from './tickets-changed.ts'
import { useEvidence } from './use-evidence.ts'
import { useTicketPictures } from './use-ticket-pictures.ts'
import { pauseOf } from '@weft/ui/time/pauses.ts'

/** Milliseconds until the page is left after the ticket was submitted (specification 1 §4). */
const LEAVE_MS = 300
const { shape } = contract.supportTickets.create.input

type Typed = Omit<TicketDraft, 'pictures'>
interface Props {
  keeper: ReturnType<typeof draftKeeper>
  begun: { draft: TicketDraft; restored: boolean }
  onClear: () => void
}

/** Shows the form of a new ticket. Its input outlives the page until it is submitted. */
export function TicketForm({ keeper, begun: { draft, restored }, onClear }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const type: TicketType | undefined = Form.useWatch('type', form)
  const subject: string = Form.useWatch('subject', form) ?? draft.subject
  const mayChoose = permits(useAccount(), 'member.view')
  const known = useEvidence(subject)
  const [left, setLeft] = useState(false)
  const evidence = left ? [] : known
  // A ticket from the page of a site lacks only this.
  useEffect(() => {
    if (draft.subject !== '') form.focusField('content')
  }, [draft, form])
  const keep = (pictures: TicketPicture[]) => keeper.keep({ ...draft, ...form.getFieldsValue(), pictures })
  const pictures = useTicketPictures({ first: draft.pictures, onChange: keep })

  const later = useLater()
  const submit = useMutation({
    mutationFn: ({ subject: about, ...typed }: Typed) =>
      call(
        contract.supportTickets.create,
        {
          ...typed,
          type: typed.type!,
          file_ids: pictures.sent.map(({ id }) => id),
          ...(about && { router_name: about, evidence }),
        },
        { missing: 'stay' },
      ),
    onSuccess: async () => {
      keeper.forget()
      toast.success(t.submitted)
      await ticketsChanged(queries)
      later(pauseOf(LEAVE_MS), () => void navigate(ticketPath.list))
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const done = submit.isPending || submit.isSuccess
  return (
    <div className="ticket-create">
      <div className="ticket-panel" {...pictures.taking}>
        {restored && (
          <Alert
            className="ticket-restored"
            type="info"
            showIcon
            role="status"
            title={t.restored}
            action={
              <Button size="small" onClick={onClear}>
                {t.clear}
              </Button>
            }
          />
        )}
        <Form<Typed>
          form={form}
          layout="vertical"
          initialValues={draft}
          onValuesChange={() => keep(pictures.sent)}
          onFinish={(typed) => {
            if (pictures.sending) toast.warning(t.sending)
            else if (!done) submit.mutate(typed)
          }}
          onFinishFailed={tellFirstProblem}
        >
          {(mayChoose || subject !== '') && (
            <Form.Item name="subject" label={t.subject}>
              <SubjectField />
            </Form.Item>
          )}
          <Form.Item name="title" label={t.ticketTitle} required rules={[rule(shape.title, t.titleLabel)]}>
            <Input count={counted(TICKET_TITLE_MAX)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="type" label={t.kind} required rules={[rule(shape.type, t.kind)]}>
            <Radio.Group options={ticketTypes.map((value) => ({ value, label: ticketTypeNames[value][spoken] }))} />
          </Form.Item>
          <Form.Item name="content" label={t.content} required extra={t.noSecrets} rules={[rule(shape.content, t.content)]}>
            <Input.TextArea rows={6} placeholder={subject === '' ? t.contentHint : t.symptomHint} count={counted(TICKET_CONTENT_MAX)} />
          </Form.Item>
          {known.length > 0 && (
            <section className="ticket-evidence" aria-label={t.evidence}>
              <p>
                {left ? t.evidenceLeft : t.evidence}{' '}
                <Button type="link" size="small" onClick={() => setLeft(!left)}>
                  {left ? t.attach : t.leaveOut}
                </Button>
              </p>
              {!left && <EvidenceTable facts={known} />}
            </section>
          )}
          <Form.Item label={t.pictures} {...(subject !== '' && { extra: t.picturesHint })}>
            <PictureField pictures={pictures} />
          </Form.Item>
          <div className="ticket-buttons">
            <Button type="primary" htmlType="submit" loading={done}>
              {t.submit}
            </Button>
            <Button onClick={() => void navigate(ticketPath.list)}>{t.cancel}</Button>
          </div>
        </Form>
      </div>
      <div className="ticket-beside">
        {(type !== undefined || subject !== '') && <SuggestedArticles type={type ?? 2} about={subject !== ''} title={t.articles} />}
        {subject !== '' && <SameSubject router_name={subject} />}
      </div>
    </div>
  )
}

/** Leads to a ticket about the same member that is not closed, where what is new can be added. */
function SameSubject({ router_name }: { router_name: string }) {
  const t = useText(text)
  const found = useQuery(asking(contract.supportTickets.list, { router_name, open: '1' }, { quiet: true, missing: 'stay' }))
  const other = found.data?.rows[0]
  if (!other) return null
  return (
    <p className="ticket-hint" role="status">
      {t.same}{' '}
      <Link to={ticketPath.detail(other.ticket_number)}>
        {shownNumber(other, other.ticket_number)} {other.ticket_title}
      </Link>
      {t.sameBy(other.create_name, listTime(other.create_time))}
    </p>
  )
}

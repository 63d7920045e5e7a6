import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  contract,
  TICKET_CONTENT_MAX,
  TICKET_TITLE_MAX,
  type TicketPicture,
  type TicketType,
  ticketTypeNames,
  ticketTypes,
} from '@weft/contract'
import { applyFieldErrors, call, language, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { PictureField } from '@weft/ui/picture/PictureField.tsx'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { Alert, Button, Form, Input, Radio } from 'antd'
import { useNavigate } from 'react-router'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { SuggestedArticles } from './SuggestedArticles.tsx'
import * as text from './ticket-create.text.ts'
import type { draftKeeper, TicketDraft } from './ticket-draft.ts'
import { ticketsChanged } from './tickets-changed.ts'
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
  const keep = (pictures: TicketPicture[]) => keeper.keep({ ...draft, ...form.getFieldsValue(), pictures })
  const pictures = useTicketPictures({ first: draft.pictures, onChange: keep })

  const later = useLater()
  const submit = useMutation({
    mutationFn: (typed: Typed) =>
      call(
        contract.supportTickets.create,
        { ...typed, type: typed.type!, file_ids: pictures.sent.map(({ id }) => id) },
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
          <Form.Item name="title" label={t.ticketTitle} required rules={[rule(shape.title, t.titleLabel)]}>
            <Input count={counted(TICKET_TITLE_MAX)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="type" label={t.kind} required rules={[rule(shape.type, t.kind)]}>
            <Radio.Group options={ticketTypes.map((value) => ({ value, label: ticketTypeNames[value][spoken] }))} />
          </Form.Item>
          <Form.Item name="content" label={t.content} required extra={t.noSecrets} rules={[rule(shape.content, t.content)]}>
            <Input.TextArea rows={6} placeholder={t.contentHint} count={counted(TICKET_CONTENT_MAX)} />
          </Form.Item>
          <Form.Item label={t.pictures}>
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
      {type !== undefined && <SuggestedArticles type={type} />}
    </div>
  )
}

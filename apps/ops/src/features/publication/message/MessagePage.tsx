import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { opsContract, type SentBy, TITLE_MAX } from '@weft/contract'
import { applyFieldErrors, asking, call, confirm, PageHeader, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Alert, AutoComplete, Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { EditorField } from '../editor/EditorField.tsx'
import * as text from '../publication.text.ts'
import '../../../shared/page/panel.css'
import '../publication.css'

const { messages, accounts } = opsContract
const { shape } = messages.send.input
type Sent = SentBy<typeof messages.send>
interface Typed extends Sent {
  to: 'one' | 'all'
}

/** Sends a message to the message centre of one account, or of all. */
export function MessagePage() {
  const t = useText(text)
  const [form] = Form.useForm<Typed>()
  const to = Form.useWatch('to', form) ?? 'one'
  const [touched, setTouched] = useState(false)
  /** Counts the messages sent, so that the next one begins with an empty editor. */
  const [round, setRound] = useState(0)
  useUnsavedGuard(touched)
  const send = useMutation({
    mutationFn: (message: Sent) => call(messages.send, message, { missing: 'stay' }),
    onSuccess: ({ sent }) => {
      toast.success(t.sent(sent))
      form.resetFields()
      setTouched(false)
      setRound((n) => n + 1)
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const ask = async ({ to: whom, ...typed }: Typed) => {
    if (send.isPending) return
    const body = whom === 'all' ? t.sendAll : t.sendOne(typed.account_number)
    if (await confirm({ title: t.sendTitle, body, action: t.send }))
      send.mutate({ ...typed, account_number: whom === 'all' ? 'all' : typed.account_number })
  }
  return (
    <>
      <PageHeader title={t.messages} />
      <section className="desk-panel publication-form">
        <Alert type="info" showIcon className="desk-notice" title={t.messageHint} />
        <Form<Typed>
          key={round}
          form={form}
          name="message"
          layout="vertical"
          validateTrigger="onSubmit"
          initialValues={{ to: 'one', title: '', type: t.types[0], content: '' }}
          onValuesChange={() => setTouched(true)}
          onFinish={(typed) => void ask(typed)}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="to" label={t.to}>
            <Radio.Group
              options={[
                { value: 'one', label: t.toOne },
                { value: 'all', label: t.toAll },
              ]}
            />
          </Form.Item>
          {to === 'one' && (
            <Form.Item name="account_number" label={t.account} rules={[{ required: true, message: t.accountMissing }]}>
              <AccountChoice />
            </Form.Item>
          )}
          <Form.Item name="title" label={t.title} rules={[rule(shape.title, t.title)]}>
            <Input count={counted(TITLE_MAX)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="type" label={t.type} rules={[rule(shape.type, t.type)]}>
            <AutoComplete options={t.types.map((value) => ({ value }))} className="publication-type" />
          </Form.Item>
          <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
            <EditorField label={t.content} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            {t.send}
          </Button>
        </Form>
      </section>
    </>
  )
}

/** Selects an account; the server is searched as the operator types. */
function AccountChoice(field: { id?: string; value?: string; onChange?: (account_number: string) => void }) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    ...asking(accounts.list, { search: search.trim() }, { missing: 'stay' }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      placeholder={t.accountHint}
      notFoundContent={t.noAccount}
      options={data?.rows.map(({ account_number, nickname, username }) => ({
        value: account_number,
        label: `${account_number} ${nickname || username}`,
      }))}
    />
  )
}

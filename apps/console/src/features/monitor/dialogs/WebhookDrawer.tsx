import { ApiOutlined, CommentOutlined, DingtalkOutlined, WechatWorkOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, MASKED, type WebhookConfig, webhookHosts, webhookSecrets, type WebhookType, webhookTypes } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, confirm, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Collapse, Drawer, Form, Input, Radio } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { monitorChanged } from '../monitor-changed.ts'
import { hostMissed } from './webhook-host.ts'
import * as text from './webhook.text.ts'

type Typed = WebhookConfig
const { shape } = contract.webhook.setting.input
const icons: Record<WebhookType, ReactNode> = {
  dingtalk: <DingtalkOutlined aria-hidden />,
  feishu: <CommentOutlined aria-hidden />,
  wecom: <WechatWorkOutlined aria-hidden />,
  other: <ApiOutlined aria-hidden />,
}
const fresh: Typed = { type: 'dingtalk', url: '', secret: '' }

interface Props {
  webhook: WebhookConfig | null
  mayEdit: boolean
  onClose: () => void
}

/** Edits the group robot, or the program, to which alerts are sent. Stored values are shown in part, and stay unless typed again. */
export function WebhookDrawer({ webhook, mayEdit, onClose }: Props) {
  const t = useText(text)
  const id = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [changed, setChanged] = useState(false)
  const guard = useUnsavedGuard(changed)
  const [outcome, setOutcome] = useState<{ ok: boolean; said: string }>()
  const [initial] = useState(webhook ?? fresh)
  const type = Form.useWatch('type', form) ?? initial.type
  const signed = webhookSecrets[type]

  const save = useMutation({
    mutationFn: (typed: Typed) => call(contract.webhook.setting, typed, { missing: 'stay' }),
    onSuccess: async () => {
      toast.success(t.saved)
      await monitorChanged(queries)
      onClose()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const test = useMutation({
    mutationFn: (typed: Typed) => call(contract.webhook.test, typed, { quiet: true }),
    onMutate: () => setOutcome(undefined),
    onSuccess: ({ status, elapsed_ms }) => {
      toast.success(t.sent)
      setOutcome({ ok: true, said: t.answered(status, elapsed_ms) })
    },
    onError: (error) => {
      if (!applyFieldErrors(form, error)) setOutcome({ ok: false, said: error instanceof ApiRefusal ? error.msg : t.timedOut })
    },
  })
  const remove = useMutation({
    mutationFn: () => call(contract.webhook.delete, {}, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: async () => {
      await monitorChanged(queries)
      onClose()
    },
  })
  /** Returns the input without its secret if calls are not signed: it then has no field and no meaning. */
  const typedOf = (typed: Typed): Typed => ({
    type: typed.type,
    url: typed.url.trim(),
    secret: signed === 'none' ? '' : (typed.secret ?? ''),
  })
  const submit = (typed: Typed) => {
    if (!changed) return onClose()
    if (!save.isPending) save.mutate(typedOf(typed))
  }
  const askTest = async () => {
    const typed = await form.validateFields().catch((problem: Parameters<typeof tellFirstProblem>[0]) => tellFirstProblem(problem))
    if (!typed) return
    const body = type === 'other' ? t.testBodyOther : t.testBody
    if (await confirm({ title: t.testTitle, body, action: t.testVerb })) test.mutate(typedOf(typed))
  }
  const askDelete = async () => {
    if (await confirm({ title: t.deleteTitle, body: t.deleteBody, action: t.delete, danger: true })) remove.mutate()
  }
  const close = () => void guard.close(onClose)
  /** Applies a change. Values that are stored for one type are not used for another. */
  const change = (now: Partial<Typed>) => {
    setChanged(true)
    setOutcome(undefined)
    if (now.type === undefined) return
    const back = webhook?.type === now.type ? webhook : fresh
    const { url, secret } = form.getFieldsValue(true) as Typed
    form.setFieldsValue({
      url: url === '' || url.includes(MASKED) ? back.url : url,
      secret: !secret || secret === MASKED ? back.secret : secret,
    })
  }
  return (
    <Drawer
      open
      size={560}
      push={false}
      title={t.title}
      onClose={close}
      footer={
        mayEdit && (
          <div className="monitor-drawer-foot">
            {webhook && (
              <Button danger aria-haspopup="dialog" loading={remove.isPending} onClick={() => void askDelete()}>
                {t.delete}
              </Button>
            )}
            <Button aria-haspopup="dialog" loading={test.isPending} onClick={() => void askTest()}>
              {t.test}
            </Button>
            <Button type="primary" htmlType="submit" form={id} loading={save.isPending}>
              {t.save}
            </Button>
          </div>
        )
      }
    >
      <Form<Typed>
        id={id}
        form={form}
        layout="vertical"
        disabled={!mayEdit}
        initialValues={initial}
        onValuesChange={change}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="type" label={t.type} rules={[{ required: true, message: t.chooseType }]}>
          <Radio.Group className="monitor-types">
            {webhookTypes.map((one) => (
              <Radio.Button key={one} value={one}>
                {icons[one]} {t.types[one]}
              </Radio.Button>
            ))}
          </Radio.Group>
        </Form.Item>
        <Form.Item
          name="url"
          label={t.url}
          dependencies={['type']}
          {...(webhook?.type === type ? { extra: t.stored } : {})}
          rules={[
            rule(shape.url, t.url),
            // The form's own value: the watched one may follow after the rule has run.
            ({ getFieldValue }) => ({
              warningOnly: true,
              validator: (_, url: string) => {
                const chosen = getFieldValue('type') as WebhookType
                return hostMissed(chosen, url)
                  ? Promise.reject(new Error(t.hostOf(t.types[chosen], webhookHosts[chosen] ?? '')))
                  : Promise.resolve()
              },
            }),
          ]}
        >
          <Input inputMode="url" autoComplete="off" spellCheck={false} placeholder={`https://${webhookHosts[type] ?? ''}`} />
        </Form.Item>
        {signed !== 'none' && (
          <Form.Item
            name="secret"
            label={t.secret}
            extra={t.secretHelp[type]}
            rules={[{ required: signed === 'needed', whitespace: true, message: t.secretMissing }, rule(shape.secret, t.secret)]}
          >
            <Input autoComplete="off" spellCheck={false} />
          </Form.Item>
        )}
      </Form>
      <div role="status" className="monitor-outcome">
        {outcome && <Alert type={outcome.ok ? 'success' : 'error'} showIcon title={outcome.said} />}
      </div>
      <Collapse
        key={type}
        size="small"
        items={[
          {
            key: 'steps',
            label: t.howTo,
            children: (
              <ol className="monitor-steps">
                {t.steps[type].map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            ),
          },
        ]}
      />
      {type !== 'other' && <p className="monitor-help">{t.merged}</p>}
    </Drawer>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type MemberType, type NetworkInfo, type RouterType } from '@weft/contract'
import { centerLimitProblem, memberLimitProblem, problemText } from '@weft/network-rules'
import { applyFieldErrors, asking, call, language, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Button, Drawer, Form, Radio } from 'antd'
import { useRef } from 'react'
import { applying } from '../../../shared/apply/applying.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import * as detailText from '../detail/network-detail.text.ts'
import { focusFirst } from '../focus-first.ts'
import * as networkText from '../network.text.ts'
import { usageState } from '../../../shared/account/usage-state.ts'
import { MemberSelect } from './MemberSelect.tsx'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Fields {
  router_type: RouterType
  member_type: MemberType
  router_name?: string
}

interface Props {
  network: NetworkInfo
  onClose: () => void
  onAdded: () => void
}

/** Adds one member to an existing network. */
export function AddMemberDrawer({ network, onClose, onAdded }: Props) {
  const t = useText(detailText)
  const n = useText(networkText)
  const spoken = language.use()
  const { network_number } = network
  const [form] = Form.useForm<Fields>()
  const guard = useUnsavedGuard(() => Boolean(form.getFieldValue('router_name')))
  const body = useRef<HTMLDivElement>(null)
  const router_type = Form.useWatch('router_type', form) ?? 1
  const limits = useQuery({ ...asking(contract.network.config, {}, { quiet: true }), refetchOnMount: 'always' })
  const { network_router_use: used = 0, network_router_count: count = 0 } = limits.data ?? {}

  const add = useMutation({
    mutationFn: ({ router_name = '', member_type }: Fields) =>
      applying.save(network_number, t.addMember, () =>
        call(contract.network.add_member, { network_number, router_name, member_type }, { missing: 'stay' }),
      ),
    onSuccess: onAdded,
    onError: (error) => applyFieldErrors(form, error),
  })

  const submit = async (fields: Fields) => {
    if (add.isPending) return
    const held = network.member.filter((m) => m.member_type === 'center').length
    const center = limits.data && fields.member_type === 'center' && centerLimitProblem({ before: held, after: held + 1 }, limits.data)
    if (center) return form.setFields([{ name: 'member_type', errors: [problemText(center, spoken)] }])
    const more = limits.data && memberLimitProblem(1, limits.data)
    if (more) return toast.warning(problemText(more, spoken))
    const { router_name = '', member_type } = fields
    const changes = [{ call: 'add_member', input: { router_name, member_type } } as const]
    if (await confirmImpact({ network_number, members: network.member, changes, action: t.add })) add.mutate(fields)
  }
  const close = () => void guard.close(onClose)

  return (
    <Drawer
      open
      size={560}
      title={`${t.addMember} · ${network.network_name}`}
      onClose={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => focusFirst(body.current))}
      footer={
        <div className="weft-dialog-buttons">
          <Button onClick={close}>{n.cancel}</Button>
          <Button type="primary" loading={add.isPending} onClick={form.submit}>
            {t.add}
          </Button>
        </div>
      }
    >
      <div ref={body}>
        <Form<Fields>
          form={form}
          layout="vertical"
          initialValues={{ router_type: 1, member_type: 'point' }}
          onFinish={(fields) => void submit(fields)}
          onValuesChange={(changed: Partial<Fields>) => {
            if (changed.router_type === undefined) return
            form.setFieldsValue({ router_name: undefined as never, ...(changed.router_type === 2 ? { member_type: 'point' } : {}) })
          }}
        >
          <Form.Item name="router_type" label={t.memberKind}>
            <Radio.Group
              options={[
                { value: 1, label: n.hardware },
                { value: 2, label: n.software },
              ]}
            />
          </Form.Item>
          <Form.Item name="member_type" label={t.place} extra={router_type === 2 ? t.softwareHelp : undefined}>
            <Radio.Group
              disabled={router_type === 2}
              options={[
                { value: 'center', label: n.place.center },
                { value: 'point', label: n.place.point },
              ]}
            />
          </Form.Item>
          <Form.Item name="router_name" label={t.member} rules={[{ required: true, message: t.chooseMember }]}>
            <MemberSelect key={router_type} network_number={network.network_number} router_type={router_type} />
          </Form.Item>
        </Form>
        {limits.data && (
          <p className="network-usage" style={{ color: usageState(used, count).strokeColor }}>
            {n.usage} {used} / {count}
          </p>
        )}
      </div>
    </Drawer>
  )
}

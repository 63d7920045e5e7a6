import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { contract, type MemberType, type NetworkInfo, type RouterType } from '@weft/contract'
import { applyFieldErrors, asking, call, confirmDiscard, StatusDot, toast, useText } from '@weft/ui'
import { Button, Drawer, Form, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import * as detailText from '../detail/network-detail.text.ts'
import * as networkText from '../network.text.ts'
import { usageState } from '../usage-state.ts'

const BATCH = 50
const TYPING_PAUSE = 250

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

/** One member into a network that exists. */
export function AddMemberDrawer({ network, onClose, onAdded }: Props) {
  const t = useText(detailText)
  const n = useText(networkText)
  const [form] = Form.useForm<Fields>()
  const router_type = Form.useWatch('router_type', form) ?? 1
  const limits = useQuery({ ...asking(contract.network.config, {}, { quiet: true }), refetchOnMount: 'always' })
  const { network_router_use: used = 0, network_router_count: count = 0, network_center_count: centers = 0 } = limits.data ?? {}

  const add = useMutation({
    mutationFn: ({ router_name = '', member_type }: Fields) =>
      call(contract.network.add_member, { network_number: network.network_number, router_name, member_type }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.added)
      onAdded()
    },
    onError: (error) => applyFieldErrors(form, error),
  })

  const submit = (fields: Fields) => {
    if (add.isPending) return
    const held = network.member.filter((m) => m.member_type === 'center').length
    if (limits.data && fields.member_type === 'center' && held >= centers)
      return form.setFields([{ name: 'member_type', errors: [n.centerLimit(centers)] }])
    if (limits.data && used >= count) return toast.warning(n.memberLimit)
    add.mutate(fields)
  }
  const close = async () => {
    if (!form.getFieldValue('router_name') || (await confirmDiscard())) onClose()
  }

  return (
    <Drawer
      open
      size={560}
      title={`${t.addMember} · ${network.network_name}`}
      onClose={() => void close()}
      footer={
        <div className="weft-dialog-buttons">
          <Button onClick={() => void close()}>{n.cancel}</Button>
          <Button type="primary" loading={add.isPending} onClick={form.submit}>
            {t.add}
          </Button>
        </div>
      }
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        initialValues={{ router_type: 1, member_type: 'point' }}
        onFinish={submit}
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
    </Drawer>
  )
}

interface SelectProps {
  network_number: string
  router_type: RouterType
  value?: string
  onChange?: (router_name: string) => void
  id?: string
}

/** The members that the network may still take; the server searches, pages follow as the list is scrolled. */
function MemberSelect({ network_number, router_type, ...field }: SelectProps) {
  const t = useText(detailText)
  const n = useText(networkText)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  const endpoint = router_type === 1 ? contract.router.hardware : contract.router.software
  const input = { search, network_number, limit: BATCH }
  const options = useInfiniteQuery({
    queryKey: [endpoint.path, 'endless', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(endpoint, { ...input, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * BATCH < last.count ? pages.length + 1 : undefined),
  })
  const rows = options.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t.memberHint}
      loading={options.isFetching}
      notFoundContent={options.isFetching ? null : t.noneLeft}
      options={rows.map((m) => ({ value: m.router_name, label: m.router_name, member: m }))}
      optionRender={({ data: { member } }) => (
        <span className="network-option">
          <span className="weft-mono">{member.router_name}</span>
          <span className="network-option-note">{member.note}</span>
          {member.network_count > 0 && <span className="network-option-note">{t.inNetworks(member.network_count)}</span>}
          <StatusDot
            kind={member.online === 1 ? 'online' : router_type === 2 ? 'idle' : 'offline'}
            text={member.online === 1 ? n.online : n.offline}
          />
        </span>
      )}
      onPopupScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < 80 && options.hasNextPage && !options.isFetchingNextPage) void options.fetchNextPage()
      }}
    />
  )
}

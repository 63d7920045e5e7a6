import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import {
  call,
  confirm,
  type ListColumn,
  ListTable,
  Nothing,
  PageHeader,
  StatusDot,
  type StatusKind,
  TimeText,
  useDialog,
  useListPage,
  useText,
} from '@weft/ui'
import { Button, Tooltip } from 'antd'
import { ActivationCodeDialog, type Coded } from '../../shared/device/ActivationCodeDialog.tsx'
import { actionColumn } from '../../shared/list/action-column.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import type { Pop } from './pop-row.ts'
import { PopDialog } from './PopDialog.tsx'
import * as text from './pop.text.ts'
import '../../shared/page/panel.css'

const configKinds: Record<Pop['revision_state'], StatusKind> = { pending: 'running', applied: 'online', failed: 'offline' }

export function PopListPage() {
  const t = useText(text)
  const may = useMay()(opsContract.pops.create)
  const pops = useListPage(opsContract.pops.list)
  const dialog = useDialog<{ pop?: Pop }>()
  const code = useDialog<Coded>()
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: ({ id }: Pop) => call(opsContract.pops.activate_code, { id }, { missing: 'stay' }),
    onSuccess: ({ pop_name, activation_code }) => code.show({ router_name: pop_name, activation_code }),
    onSettled: () => queries.invalidateQueries({ queryKey: [opsContract.pops.list.path] }),
  })
  const askRenew = async (pop: Pop) => {
    if (await confirm({ title: t.newCode, body: t.newCodeBody(pop.name), action: t.newCode, danger: true })) renew.mutate(pop)
  }
  const add = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show({})}>
      {t.add}
    </Button>
  )
  const columns: ListColumn<Pop>[] = [
    { key: 'name', title: t.name, card: 'title', pinned: true, render: (_, { name }) => name },
    { key: 'agent', title: t.agent, render: (_, { pop_name }) => <span className="weft-mono">{pop_name}</span> },
    { key: 'region', title: t.region, render: (_, { region }) => region },
    { key: 'address', title: t.address, render: (_, { public_ip, port }) => <span className="weft-mono">{`${public_ip}:${port}`}</span> },
    { key: 'use', title: `${t.sold} / ${t.capacity}`, align: 'right', render: (_, { sold, capacity }) => t.use(sold, capacity) },
    {
      key: 'state',
      title: t.state,
      width: 110,
      card: 'status',
      render: (_, { activate_time, online_status }) =>
        activate_time === null ? (
          <StatusDot kind="idle" text={t.notActivated} />
        ) : (
          <StatusDot kind={online_status === 1 ? 'online' : 'offline'} text={online_status === 1 ? t.online : t.offline} />
        ),
    },
    {
      key: 'config',
      title: t.config,
      width: 110,
      render: (_, { activate_time, revision_state, config_error }) =>
        activate_time === null ? (
          <Nothing />
        ) : (
          <Tooltip title={config_error}>
            <span {...(config_error === null ? {} : { tabIndex: 0 })}>
              <StatusDot kind={configKinds[revision_state]} text={t.configs[revision_state]} />
            </span>
          </Tooltip>
        ),
    },
    { key: 'version', title: t.version, width: 90, render: (_, { version }) => version ?? <Nothing /> },
    { key: 'created', title: t.created, width: 150, render: (_, { create_time }) => <TimeText at={create_time} /> },
    ...(may
      ? [
          actionColumn<Pop>(t.actions, 190, (pop) => (
            <>
              <Button type="link" aria-haspopup="dialog" aria-label={t.editOf(pop.name)} onClick={() => dialog.show({ pop })}>
                {t.edit}
              </Button>
              <Button type="link" aria-haspopup="dialog" aria-label={t.newCodeOf(pop.name)} onClick={() => void askRenew(pop)}>
                {t.newCode}
              </Button>
            </>
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.title} actions={add} hidesActions={pops.count === 0} />
      <ListTable
        list={pops}
        name="desk-pops"
        subject={t.pop}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: add }}
      />
      {dialog.subject && <PopDialog pop={dialog.subject.pop} onClose={dialog.close} onMade={code.show} />}
      {code.subject && <ActivationCodeDialog coded={code.subject} onClose={code.close} />}
    </>
  )
}

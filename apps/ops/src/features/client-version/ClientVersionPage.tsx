import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { opsContract } from '@weft/contract'
import { CopyText, fileSize, type ListColumn, ListTable, Nothing, PageHeader, TimeText, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { actionColumn } from '../../shared/list/action-column.tsx'
import { DeleteButton } from '../../shared/list/DeleteButton.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import * as text from './client-version.text.ts'
import { StoreDialog } from './StoreDialog.tsx'
import type { ClientVersionRow } from './systems.ts'
import { UploadDialog } from './UploadDialog.tsx'
import '../../shared/page/panel.css'

const { clientVersions } = opsContract
/** Characters of a digest that are enough to compare by eye. */
const SHOWN = 12

export function ClientVersionPage() {
  const t = useText(text)
  const may = useMay()(clientVersions.upload)
  const versions = useListPage(clientVersions.list)
  const dialog = useDialog<'upload' | 'store'>()
  const nameOf = ({ system, kind, platform, version }: ClientVersionRow) =>
    [t.systems[system], kind && t.kinds[kind], platform, version].filter(Boolean).join(' ')
  const actions = may && (
    <span className="desk-buttons">
      <Button icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show('store')}>
        {t.inStore}
      </Button>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show('upload')}>
        {t.upload}
      </Button>
    </span>
  )
  const columns: ListColumn<ClientVersionRow>[] = [
    {
      key: 'system',
      title: t.system,
      card: 'title',
      pinned: true,
      render: (_, { system, kind, platform }) => [t.systems[system], kind && t.kinds[kind], platform].filter(Boolean).join(' · '),
    },
    {
      key: 'version',
      title: t.version,
      width: 120,
      card: 'status',
      render: (_, { version }) => <span className="weft-mono">{version}</span>,
    },
    {
      key: 'file',
      title: t.file,
      render: (_, { file_name, store_url }) =>
        file_name ??
        (store_url && (
          <a href={store_url} target="_blank" rel="noopener noreferrer">
            {t.store}
          </a>
        )),
    },
    { key: 'size', title: t.size, width: 110, align: 'right', render: (_, { size }) => (size === null ? <Nothing /> : fileSize(size)) },
    {
      key: 'checksum',
      title: t.checksum,
      render: (_, { sha256 }) => (sha256 === null ? <Nothing /> : <CopyText value={sha256} shown={`${sha256.slice(0, SHOWN)}…`} />),
    },
    { key: 'released', title: t.released, width: 170, render: (_, { release_time }) => <TimeText at={release_time} /> },
    ...(may
      ? [
          actionColumn<ClientVersionRow>(t.actions, 100, (one) => (
            <DeleteButton of={clientVersions} id={one.id} name={nameOf(one)} title={t.deleteTitle} body={t.deleteBody(nameOf(one))} />
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.title} actions={actions} hidesActions={versions.count === 0} />
      <ListTable
        list={versions}
        name="desk-client-versions"
        subject={t.row}
        rowKey="id"
        columns={columns}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: actions }}
      />
      {dialog.subject === 'upload' && <UploadDialog onClose={dialog.close} />}
      {dialog.subject === 'store' && <StoreDialog onClose={dialog.close} />}
    </>
  )
}

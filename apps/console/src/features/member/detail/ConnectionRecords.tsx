import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { type ConnectionRecord, contract } from '@weft/contract'
import {
  CopyText,
  Duration,
  type ListColumn,
  ListTable,
  Nothing,
  saveFile,
  StatusDot,
  TimeText,
  toast,
  useListPage,
  useText,
} from '@weft/ui'
import { Button } from 'antd'
import { fileName } from '../../../shared/file/file-name.ts'
import { volumeText } from '../../../shared/chart/units.ts'
import { foundRecords, recordFile } from './record-file.ts'
import * as text from './records.text.ts'

type Row = ConnectionRecord & { key: string }

/** When the member's tunnels were up, and how much went through them. */
export function ConnectionRecords({ router_name }: { router_name: string }) {
  const t = useText(text)
  const list = useListPage(contract.memberRecords.connect, [], { router_name })
  const rows = list.rows.map((row, at): Row => ({ ...row, key: `${row.session_date} ${row.ip} ${row.origin} ${at}` }))
  const keep = useMutation({
    mutationFn: () => foundRecords(router_name, list.search),
    onSuccess: (found) => {
      if (found.rows.length === 0) return toast.warning(t.nothingToExport)
      saveFile(recordFile(found.rows), fileName([t.title, router_name], 'csv'))
      if (found.rows.length < found.count) toast.warning(t.exportedPart(found.rows.length, found.count))
      else toast.success(t.exported)
    },
  })
  const address = (value: string | null) => (value ? <CopyText value={value} /> : <Nothing />)
  const columns: ListColumn<Row>[] = [
    { title: t.ip, key: 'ip', pinned: true, card: 'title', render: (_, row) => address(row.ip) },
    { title: t.origin, key: 'origin', render: (_, row) => address(row.origin) },
    { title: t.upload, key: 'input', align: 'right', render: (_, row) => volumeText(row.input) },
    { title: t.download, key: 'out', align: 'right', render: (_, row) => volumeText(row.out) },
    {
      title: t.lasted,
      key: 'online_time',
      align: 'right',
      className: 'member-lasted',
      render: (_, row) => <Duration seconds={row.online_time} />,
    },
    { title: t.began, key: 'session_date', render: (_, row) => <TimeText at={row.session_date} /> },
    {
      title: t.ended,
      key: 'stop_time',
      render: (_, row) => (row.stop_time === null ? <StatusDot kind="online" text={t.lasting} /> : <TimeText at={row.stop_time} />),
    },
  ]
  return (
    <div className="member-records">
      <h2>{t.title}</h2>
      <ListTable
        list={{ ...list, rows }}
        name="connection-records"
        subject={t.subject}
        rowKey="key"
        columns={columns}
        empty={{ title: t.none }}
        searchHint={t.search}
        actions={
          <Button icon={<DownloadOutlined aria-hidden />} loading={keep.isPending} onClick={() => keep.mutate()}>
            {t.export}
          </Button>
        }
      />
    </div>
  )
}

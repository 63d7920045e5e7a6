import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { type ConnectionRecord, contract } from '@weft/contract'
import { ListTable, saveFile, toast, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { fileName } from '../../../../shared/file/file-name.ts'
import { connectionColumns } from '../../../../shared/record/record-columns.tsx'
import * as recordText from '../../../../shared/record/record.text.ts'
import { foundRecords, recordFile } from './record-file.ts'
import * as text from './records.text.ts'

type Row = ConnectionRecord & { key: string }

/** Shows when the member's tunnels were up, and their traffic. */
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
  const { peer, network, ip, origin, upload, download, lasted, began, ended } = connectionColumns<Row>(useText(recordText))
  return (
    <div className="member-records">
      <h2>{t.title}</h2>
      <ListTable
        list={{ ...list, rows }}
        name="connection-records"
        subject={t.subject}
        rowKey="key"
        columns={[peer, network, ip, origin, upload, download, lasted, began, ended]}
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

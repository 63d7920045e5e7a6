import { contract, SHEET_MAX_ROWS } from '@weft/contract'
import { confirm, useText } from '@weft/ui'
import '@weft/ui/dialog/dialog.css'
import { Button, Drawer } from 'antd'
import { BatchAddOutcome } from './BatchAddOutcome.tsx'
import './batch.css'
import * as text from './batch.text.ts'
import { SheetGuide } from './SheetGuide.tsx'
import { SheetRows } from './SheetRows.tsx'
import { rowsWithProblems } from './sheet-rows.ts'
import { useBatchAdd } from './use-batch-add.ts'
import { useSlow } from './use-slow.ts'
import { Working } from './Working.tsx'
import { AddedRows } from './AddedRows.tsx'

interface Props {
  onClose: () => void
  /** Called after members were added: what shows members is stale. The drawer stays open with the result. */
  onAdded: () => void
}

/** Shows 「批量添加」, which adds the members of a spreadsheet, all of them or none. */
export function BatchAddDrawer({ onClose, onAdded }: Props) {
  const t = useText(text)
  const { file, batch, choose, retry, add, restart } = useBatchAdd(onAdded)
  const importing = batch.at === 'importing'
  const slow = useSlow(importing)
  const leave = { title: t.leaveTitle, body: t.leaveBody, action: t.leave, cancel: t.stay }
  const close = async () => {
    if (!importing || (await confirm(leave))) onClose()
  }
  return (
    <Drawer
      open
      size={560}
      title={t.addTitle}
      onClose={() => void close()}
      footer={
        <div className="weft-dialog-buttons batch-buttons">
          <Button onClick={() => void close()}>{batch.at === 'done' ? t.close : t.cancel}</Button>
          {batch.at === 'done' ? (
            <Button type="primary" onClick={restart}>
              {t.another}
            </Button>
          ) : (
            <Button type="primary" disabled={batch.at !== 'clean' && !importing} loading={importing && !slow} onClick={add}>
              {t.import}
            </Button>
          )}
        </div>
      }
    >
      {batch.at !== 'done' && (
        <SheetGuide
          rules={t.addRules(SHEET_MAX_ROWS)}
          template={contract.memberFiles.template}
          file={file}
          busy={importing}
          onChoose={choose}
        />
      )}
      <Working what={batch.at === 'checking' ? t.checking : importing ? t.importing : undefined} />
      <BatchAddOutcome batch={batch} onRetry={retry} />
      {(batch.at === 'clean' || importing) && <SheetRows rows={batch.rows.map((row) => ({ ...row, problems: [] }))} />}
      {batch.at === 'bad' && <SheetRows key={file?.lastModified} rows={rowsWithProblems(batch.problems)} />}
      {batch.at === 'done' && <AddedRows rows={batch.rows} />}
    </Drawer>
  )
}

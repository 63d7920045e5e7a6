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
  /** Called after members were added, so that the caller reloads its list of members. The drawer stays open and shows the result. */
  onAdded: () => void
}

/** Shows the drawer 「批量添加」, which adds the members of a spreadsheet. If one row has a problem, no member is added. */
export function BatchAddDrawer({ onClose, onAdded }: Props) {
  const t = useText(text)
  const { file, batch, choose, retry, add, restart } = useBatchAdd(onAdded)
  const importing = batch.phase === 'importing'
  const slow = useSlow(importing)
  const leaveQuestion = { title: t.leaveTitle, body: t.leaveBody, action: t.leave, cancel: t.stay }
  const close = async () => {
    if (!importing || (await confirm(leaveQuestion))) onClose()
  }
  return (
    <Drawer
      open
      size={560}
      title={t.addTitle}
      onClose={() => void close()}
      footer={
        <div className="weft-dialog-buttons batch-buttons">
          <Button onClick={() => void close()}>{batch.phase === 'done' ? t.close : t.cancel}</Button>
          {batch.phase === 'done' ? (
            <Button type="primary" onClick={restart}>
              {t.another}
            </Button>
          ) : (
            <Button type="primary" disabled={batch.phase !== 'clean' && !importing} loading={importing && !slow} onClick={add}>
              {t.import}
            </Button>
          )}
        </div>
      }
    >
      {batch.phase !== 'done' && (
        <SheetGuide
          rules={t.addRules(SHEET_MAX_ROWS)}
          template={contract.memberFiles.template}
          file={file}
          busy={importing}
          onChoose={choose}
        />
      )}
      <Working what={batch.phase === 'checking' ? t.checking : importing ? t.importing : undefined} />
      <BatchAddOutcome batch={batch} onRetry={retry} />
      {(batch.phase === 'clean' || importing) && <SheetRows rows={batch.rows.map((row) => ({ ...row, problems: [] }))} />}
      {/* The key resets the filter and the page when another file was chosen. */}
      {batch.phase === 'bad' && <SheetRows key={file?.lastModified} rows={rowsWithProblems(batch.problems)} />}
      {batch.phase === 'done' && <AddedRows rows={batch.rows} />}
    </Drawer>
  )
}

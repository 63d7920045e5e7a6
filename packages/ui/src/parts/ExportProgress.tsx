import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { clauses } from '../i18n/punctuation.ts'
import { useText } from '../i18n/use-text.ts'
import type { Exporting } from './exporting.ts'
import * as text from './exporting.text.ts'
import { fileSize } from './file-size.ts'
import { grouped } from './grouped.ts'
import './export-progress.css'

interface Props {
  /** The name of the export: 「正在导出软件成员」. */
  title: string
  exporting: Exporting | undefined
  onRetry: () => void
  onCancel: () => void
}

/** Shows the progress of an export at the edge of the window, so that the page stays usable. */
export function ExportProgress({ title, exporting, onRetry, onCancel }: Props) {
  const t = useText(text)
  const { rows, bytes, failed } = exporting ?? { bytes: 0 }
  return (
    <>
      {/* Only its beginning and its failure are announced; the bar holds the progress for readers who look it up. */}
      <div role="status" className="weft-hidden">
        {exporting && (failed ? clauses(t.failed, failed) : title)}
      </div>
      {exporting && (
        <section className="weft-export" aria-label={failed ? t.failed : title}>
          {failed ? (
            <>
              <p className="weft-export-title">
                <ExclamationCircleFilled className="weft-export-alarm" aria-hidden /> {t.failed}
              </p>
              <p className="weft-export-text">{failed}</p>
            </>
          ) : (
            <>
              <p className="weft-export-title">{title}</p>
              <Bar label={title} rows={rows} />
              <p className="weft-export-text">
                {rows ? t.rows(grouped(rows.done), grouped(rows.total)) : bytes ? t.received(fileSize(bytes)) : t.preparing}
              </p>
            </>
          )}
          <div className="weft-export-buttons">
            <Button size="small" onClick={onCancel}>
              {failed ? t.close : t.cancel}
            </Button>
            {failed && (
              <Button size="small" type="primary" onClick={onRetry}>
                {t.retry}
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  )
}

function Bar({ label, rows }: { label: string; rows: Exporting['rows'] }) {
  if (!rows) return <div className="weft-export-bar weft-export-unknown" role="progressbar" aria-label={label} />
  const { done, total } = rows
  return (
    <div className="weft-export-bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      <div style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }} />
    </div>
  )
}

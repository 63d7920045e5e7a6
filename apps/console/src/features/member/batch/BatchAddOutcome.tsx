import { DownloadOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './batch.text.ts'
import { Outcome } from './Outcome.tsx'
import { saveCsv } from './save-csv.ts'
import { rowsWithProblems } from './sheet-rows.ts'
import type { Batch } from './use-batch-add.ts'

/** Shows the outcome of a list of members to add, and the next step. */
export function BatchAddOutcome({ batch, onRetry }: { batch: Batch; onRetry: () => void }) {
  const t = useText(text)
  const again = { label: t.retry, go: onRetry }
  switch (batch.phase) {
    case 'clean':
    case 'importing': {
      const { rows, total } = batch
      return (
        <Outcome
          outcome={{ type: 'success', title: t.clean(total), ...(rows.length < total ? { description: t.previewOf(rows.length) } : {}) }}
        />
      )
    }
    case 'bad': {
      const { total } = batch.problems
      const bad = rowsWithProblems(batch.problems).filter(({ problems }) => problems.length > 0)
      const save = () =>
        saveCsv(
          t.failureName,
          [t.row, t.username, t.reason],
          bad.map(({ row, username, problems }) => [String(row), username, t.reasons(problems.map(({ msg }) => msg))]),
        )
      const description = (
        <>
          {t.badHint}
          <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} onClick={save}>
            {t.failureSheet}
          </Button>
        </>
      )
      return <Outcome outcome={{ type: 'error', title: t.bad(total, bad.length), description }} />
    }
    case 'refused':
      return <Outcome outcome={{ type: 'error', title: batch.msg, description: t.refusedAdd, action: again }} />
    case 'lost':
      return (
        <Outcome
          outcome={{ type: 'warning', title: t.uploadFailed, description: batch.importing ? t.lostImport : t.keepFile, action: again }}
        />
      )
    case 'changed':
      return <Outcome outcome={{ type: 'warning', title: t.changed }} />
    case 'done':
      return <Outcome outcome={{ type: 'success', title: t.added(batch.added) }} />
    default:
      return <Outcome outcome={undefined} />
  }
}

import type { RecentChange } from '@weft/contract'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './change.text.ts'
import type { useRollback } from './use-rollback.tsx'

interface Props {
  change: RecentChange
  /** Of the whole list: one change is restored at a time. */
  rollback: ReturnType<typeof useRollback>
}

/** Restores the revision before a change; nothing for a network's first revision, and for a change that was undone by itself. */
export function RestoreButton({ change, rollback: { restore, restoring } }: Props) {
  const t = useText(text)
  const revision = change.revision - 1
  if (revision < 1 || change.state === 'reverted') return null
  return (
    <Button
      type="link"
      size="small"
      aria-label={t.restoreLabel(revision, change.summary)}
      disabled={restoring !== undefined}
      onClick={() => void restore({ ...change, revision })}
    >
      {t.restore}
    </Button>
  )
}

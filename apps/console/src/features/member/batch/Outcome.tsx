import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'

interface OutcomeShown {
  type: 'success' | 'info' | 'warning' | 'error'
  title: string
  description?: ReactNode
  /** The next step. */
  action?: { label: string; go: () => void }
}

/** Shows what became of a workbook. The element exists from the start, because a screen reader announces only changes of an element. */
export function Outcome({ outcome }: { outcome: OutcomeShown | undefined }) {
  return (
    <div role="status">
      {outcome && (
        <Alert
          role="presentation"
          className="batch-outcome"
          type={outcome.type}
          showIcon
          title={outcome.title}
          description={outcome.description}
          {...(outcome.action
            ? {
                action: (
                  <Button size="small" onClick={outcome.action.go}>
                    {outcome.action.label}
                  </Button>
                ),
              }
            : {})}
        />
      )}
    </div>
  )
}

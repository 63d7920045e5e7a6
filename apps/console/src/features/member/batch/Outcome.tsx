import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'

interface Said {
  type: 'success' | 'info' | 'warning' | 'error'
  title: string
  description?: ReactNode
  /** The next step. */
  action?: { label: string; go: () => void }
}

/** Announces the outcome of the file. The element exists from the start, because a screen reader announces only its changes. */
export function Outcome({ said }: { said: Said | undefined }) {
  return (
    <div role="status">
      {said && (
        <Alert
          role="presentation"
          className="batch-outcome"
          type={said.type}
          showIcon
          title={said.title}
          description={said.description}
          {...(said.action
            ? {
                action: (
                  <Button size="small" onClick={said.action.go}>
                    {said.action.label}
                  </Button>
                ),
              }
            : {})}
        />
      )}
    </div>
  )
}

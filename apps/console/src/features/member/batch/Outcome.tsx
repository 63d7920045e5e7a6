import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'

interface Said {
  type: 'success' | 'info' | 'warning' | 'error'
  title: string
  description?: ReactNode
  /** The way on. */
  action?: { label: string; go: () => void }
}

/** What became of the file, announced as it comes. The place stands from the start, or nothing would be announced. */
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

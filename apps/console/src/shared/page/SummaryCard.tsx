import { ErrorState, toast, useText } from '@weft/ui'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import './summary-card.css'
import * as text from './summary-card.text.ts'

interface Props {
  title: string
  /** What asking for more is called, where it can be asked for. */
  upgrade?: string
  /** How the figures are doing; a card that failed is tried again alone. */
  query: { isPending: boolean; data: unknown; refetch: () => unknown }
  children: ReactNode
}

/** One figure above a list, drawn once it is known. */
export function SummaryCard({ title, upgrade, query, children }: Props) {
  const t = useText(text)
  return (
    <div className="summary-card" role="group" aria-label={title}>
      <div className="summary-card-head">
        <h2>{title}</h2>
        {upgrade && (
          <Button type="link" size="small" aria-label={upgrade} onClick={() => toast.warning(t.noUpgrade)}>
            {t.upgrade}
          </Button>
        )}
      </div>
      {query.isPending ? (
        <Skeleton active title={{ width: 96 }} paragraph={false} />
      ) : query.data !== undefined ? (
        children
      ) : (
        <ErrorState compact onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

/** Several beside each other. */
export const SummaryCards = ({ children }: { children: ReactNode }) => <div className="summary-cards">{children}</div>

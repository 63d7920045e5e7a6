import { ErrorState, Skeleton, useText } from '@weft/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useAskByTicket } from '../ticket/use-ask-by-ticket.ts'
import './summary-card.css'
import * as text from './summary-card.text.ts'

interface Props {
  title: string
  /** The title of the ticket that asks for a higher limit, if it can be asked for. */
  upgrade?: string
  /** The request of the figures; each failed card is retried by itself. */
  query: { isPending: boolean; data: unknown; refetch: () => unknown }
  /** Whether a bar is below the figure, for which there is a place while it is loaded. */
  bar?: boolean
  children: ReactNode
}

/** Shows one figure above a list, once it is loaded. */
export function SummaryCard({ title, upgrade, query, bar = false, children }: Props) {
  const t = useText(text)
  const ask = useAskByTicket()
  return (
    <div className="summary-card" role="group" aria-label={title}>
      <div className="summary-card-head">
        <h2>{title}</h2>
        {upgrade && (
          <Button
            type="link"
            size="small"
            aria-haspopup="dialog"
            aria-label={t.upgradeOf(title)}
            onClick={() => void ask('upgrade', upgrade)}
          >
            {t.upgrade}
          </Button>
        )}
      </div>
      {query.isPending ? (
        <div className={bar ? 'summary-card-loading summary-card-loading-bar' : 'summary-card-loading'}>
          <Skeleton title={{ width: 96 }} paragraph={false} />
        </div>
      ) : query.data !== undefined ? (
        children
      ) : (
        <ErrorState compact onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

/** Draws several summary cards next to each other. */
export const SummaryCards = ({ children }: { children: ReactNode }) => <div className="summary-cards">{children}</div>

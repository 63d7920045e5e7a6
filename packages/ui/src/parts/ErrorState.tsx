import { Button } from 'antd'
import { ApiRefusal, NetworkFailure } from '../api/refusal.ts'
import { useText } from '../i18n/use-text.ts'
import { EmptyState } from './EmptyState.tsx'
import * as text from './parts.text.ts'
import './parts.css'

interface Props {
  onRetry: () => void
  /** What came in place of the answer, which decides what is said. */
  error?: unknown
  /** One line, for a card. */
  compact?: boolean
  /** What is true in spite of it. */
  hint?: string | undefined
}

const NO_RIGHT = 403
const GONE: ReadonlySet<number> = new Set([204, 404])

/**
 * Shows that loading failed, and why: without an answer the network, with one of the server what it says. What may not be seen or is gone
 * offers no second try, which would not change it.
 */
export function ErrorState({ onRetry, error, compact = false, hint }: Props) {
  const t = useText(text)
  const refusal = error instanceof ApiRefusal ? error : undefined
  if (refusal?.code === NO_RIGHT) return <EmptyState kind="forbidden" title={t.noRight} hint={refusal.msg} />
  if (refusal && GONE.has(refusal.code)) return <EmptyState kind="filtered" title={t.gone} hint={refusal.msg} />
  if (compact)
    return (
      <p className="weft-state-line" role="status">
        {t.loadFailed} ·{' '}
        <Button type="link" size="small" onClick={onRetry}>
          {t.retry}
        </Button>
      </p>
    )
  const why = refusal?.msg || (error instanceof NetworkFailure ? t.checkNetwork : t.tryLater)
  return (
    <div className="weft-state" role="status">
      <svg className="weft-state-picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <ellipse className="weft-picture-ground" cx="48" cy="82" rx="36" ry="5" />
        <path className="weft-picture-line" d="M30 66h-4a13 13 0 0 1-1-26 22 22 0 0 1 42-5 16 16 0 0 1 3 31h-4" />
        <path className="weft-picture-alarm" d="M48 46v16M48 70v1" />
      </svg>
      <p className="weft-state-title">{t.loadFailed}</p>
      <p className="weft-state-hint">{why}</p>
      {hint && <p className="weft-state-hint">{hint}</p>}
      <div className="weft-state-action">
        <Button onClick={onRetry}>{t.retry}</Button>
      </div>
    </div>
  )
}

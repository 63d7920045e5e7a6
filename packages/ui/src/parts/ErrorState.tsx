import { Button } from 'antd'
import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'
import './parts.css'

interface Props {
  onRetry: () => void
  /** One line, for a card. */
  compact?: boolean
  /** What to do, where more can be said than to check the network. */
  hint?: string
}

/** Shows that loading failed, with a button to try again. */
export function ErrorState({ onRetry, compact = false, hint }: Props) {
  const t = useText(text)
  if (compact)
    return (
      <p className="weft-state-line" role="status">
        {t.loadFailed} ·{' '}
        <Button type="link" size="small" onClick={onRetry}>
          {t.retry}
        </Button>
      </p>
    )
  return (
    <div className="weft-state" role="status">
      <svg className="weft-state-picture" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
        <ellipse className="weft-picture-ground" cx="48" cy="82" rx="36" ry="5" />
        <path className="weft-picture-line" d="M30 66h-4a13 13 0 0 1-1-26 22 22 0 0 1 42-5 16 16 0 0 1 3 31h-4" />
        <path className="weft-picture-alarm" d="M48 46v16M48 70v1" />
      </svg>
      <p className="weft-state-title">{t.loadFailed}</p>
      <p className="weft-state-hint">{hint ?? t.checkNetwork}</p>
      <div className="weft-state-action">
        <Button onClick={onRetry}>{t.retry}</Button>
      </div>
    </div>
  )
}

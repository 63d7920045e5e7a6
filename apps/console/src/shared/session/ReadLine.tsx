import { ReloadOutlined } from '@ant-design/icons'
import { absoluteTime, useText } from '@weft/ui'
import './live.css'
import * as text from './live.text.ts'

interface Props {
  /** When what is shown was read, in Unix milliseconds. */
  read: number
  busy: boolean
  onRead: () => void
}

/** Says when a page that does not show changes by itself was read, with a button that reads it again. */
export function ReadLine({ read, busy, onRead }: Props) {
  const t = useText(text)
  return (
    <span className="live-line">
      {t.readAt(absoluteTime(read / 1000).slice(11))}
      <button type="button" className="weft-icon-button" aria-label={t.readAgain} title={t.readAgain} aria-disabled={busy} onClick={onRead}>
        <ReloadOutlined aria-hidden spin={busy} />
      </button>
    </span>
  )
}

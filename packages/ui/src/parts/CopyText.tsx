import { CopyOutlined } from '@ant-design/icons'
import { useText } from '../i18n/use-text.ts'
import { copyText } from './copy.ts'
import * as text from './parts.text.ts'
import './parts.css'

/** Shows monospaced text with a button that copies it. @param shown in its place, for example grouped for reading */
export function CopyText({ value, shown = value, framed = false }: { value: string; shown?: string; framed?: boolean }) {
  const t = useText(text)
  return (
    <span className={framed ? 'weft-copy weft-copy-framed' : 'weft-copy'}>
      <span className="weft-mono">{shown}</span>
      <button
        type="button"
        className="weft-icon-button"
        aria-label={`${t.copy} ${shown}`}
        title={t.copy}
        onClick={() => void copyText(value)}
      >
        <CopyOutlined aria-hidden />
      </button>
    </span>
  )
}

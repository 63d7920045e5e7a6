import { CopyOutlined } from '@ant-design/icons'
import { textNow, useText } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './parts.text.ts'
import './parts.css'

/** Copies also where the page is served without TLS and the clipboard interface is absent. */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = value
    field.className = 'weft-hidden'
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

/** Monospaced text with a button that copies it. */
export function CopyText({ value, framed = false }: { value: string; framed?: boolean }) {
  const t = useText(text)
  const copyIt = async () => {
    if (await copy(value)) toast.success(textNow(text).copied)
    else toast.warning(textNow(text).copyFailed)
  }
  return (
    <span className={framed ? 'weft-copy weft-copy-framed' : 'weft-copy'}>
      <span className="weft-mono">{value}</span>
      <button type="button" className="weft-icon-button" aria-label={`${t.copy} ${value}`} title={t.copy} onClick={copyIt}>
        <CopyOutlined aria-hidden />
      </button>
    </span>
  )
}

import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'

/** Shows an empty cell: 「—」, read aloud as 「无」. */
export function Nothing() {
  const t = useText(text)
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="weft-hidden">{t.none}</span>
    </>
  )
}

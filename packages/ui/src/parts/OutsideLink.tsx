import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'

/** Links to another site, in a new tab. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  const t = useText(text)
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children} <span aria-hidden="true">↗</span>
      <span className="weft-hidden">{t.newWindow}</span>
    </a>
  )
}

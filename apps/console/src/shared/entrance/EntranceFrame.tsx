import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { EntranceLoom } from './EntranceLoom.tsx'
import * as text from './entrance.text.ts'
import './entrance.css'

/** Shows what the service is for on the left and a form on the right; on narrow screens the form below a band. */
export function EntranceFrame({ children }: { children: ReactNode }) {
  const t = useText(text)
  return (
    <div className="entrance-frame">
      <aside className="entrance-panel">
        <div className="entrance-art">
          <div className="entrance-words">
            <p className="entrance-value">
              {t.value.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </p>
            <p className="entrance-value-hint">{t.valueHint}</p>
          </div>
          <EntranceLoom />
        </div>
      </aside>
      <div className="entrance-side">
        <div className="entrance-card">{children}</div>
      </div>
    </div>
  )
}

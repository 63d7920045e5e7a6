import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import * as text from './entrance.text.ts'
import './entrance.css'

interface Props {
  /** Makes the card 480 px wide instead of 400. */
  wide?: boolean
  children: ReactNode
}

/** Shows the service's benefits on the left and a form on the right; on narrow screens the form alone. */
export function EntranceFrame({ wide = false, children }: Props) {
  const t = useText(text)
  return (
    <div className="entrance-frame">
      <aside className="entrance-panel">
        <p className="entrance-value">
          {t.value.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="entrance-value-hint">{t.valueHint}</p>
        <Picture />
      </aside>
      <div className="entrance-side">
        <div className={wide ? 'entrance-card entrance-wide' : 'entrance-card'}>{children}</div>
      </div>
    </div>
  )
}

const branches = [40, 120, 200, 280, 360]

/** Draws two centers, their branches and the lines between them. */
function Picture() {
  return (
    <svg className="entrance-picture" viewBox="0 0 400 250" aria-hidden="true">
      {branches.map((x) => (
        <path key={x} className="entrance-thread" d={`M130 70 C130 140 ${x} 120 ${x} 190 M270 70 C270 140 ${x} 120 ${x} 190`} />
      ))}
      <path className="entrance-twin" d="M160 52h80" />
      {[130, 270].map((x) => (
        <g key={x}>
          <rect className="entrance-hub" x={x - 34} y="34" width="68" height="36" rx="9" />
          <circle className="entrance-on" cx={x - 18} cy="52" r="4" />
          <path className="entrance-label" d={`M${x - 6} 52h24`} />
        </g>
      ))}
      {branches.map((x, at) => (
        <g key={x}>
          <rect className="entrance-branch" x={x - 26} y="190" width="52" height="28" rx="7" />
          <circle className={at === 3 ? 'entrance-off' : 'entrance-on'} cx={x - 13} cy="204" r="3.5" />
          <path className="entrance-label" d={`M${x - 3} 204h15`} />
        </g>
      ))}
    </svg>
  )
}

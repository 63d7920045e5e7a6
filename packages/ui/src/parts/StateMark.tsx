import { type State, stateNames } from '@weft/contract'
import type { ReactNode } from 'react'
import { language } from '../i18n/use-text.ts'
import './state-mark.css'

/** The mark of each state in a square of 16: shape and colour together, so that no state is known by its colour alone. */
const shapes: Record<State, ReactNode> = {
  up: <circle cx="8" cy="8" r="4.2" fill="currentColor" />,
  standby: <circle cx="8" cy="8" r="3.7" className="weft-state-hollow" strokeWidth="1.6" />,
  takeover: (
    <>
      <circle cx="8" cy="8" r="3.2" fill="currentColor" />
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  degraded: <path d="M8 1.8 14.6 13.5H1.4z" fill="currentColor" />,
  failed: (
    <>
      <path d="M8 1.5 14.5 8 8 14.5 1.5 8z" fill="currentColor" />
      <path d="M8 4.8v3.6M8 10.8v.01" className="weft-state-cut" strokeWidth="1.7" />
    </>
  ),
  down: (
    <>
      <rect x="2" y="2" width="12" height="12" rx="2" fill="currentColor" />
      <path d="M5.4 5.4l5.2 5.2m0-5.2-5.2 5.2" className="weft-state-cut" strokeWidth="1.8" />
    </>
  ),
  never: <circle cx="8" cy="8" r="4" className="weft-state-hollow" strokeWidth="1.6" strokeDasharray="2.1 2.08" />,
  idle: <circle cx="8" cy="8" r="3.7" className="weft-state-hollow" strokeWidth="1.8" />,
  disabled: (
    <>
      <circle cx="8" cy="8" r="4.4" className="weft-state-hollow" strokeWidth="1.6" />
      <path d="M5 11 11 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  running: <circle cx="8" cy="8" r="4.7" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="20 10" />,
  unknown: <path d="M5 8h6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
}

/** Shows a state's mark without words; whoever uses it says the state in words beside it or in an accessible name. @param size in px */
export function StateMark({ state, size = 16 }: { state: State; size?: 12 | 14 | 16 | 24 }) {
  return (
    <svg className={`weft-state-mark weft-state-mark-${state}`} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {shapes[state]}
    </svg>
  )
}

/** Shows a state's mark with its words. */
export function StateText({ state, children, size = 12 }: { state: State; children?: ReactNode; size?: 12 | 14 | 16 }) {
  const shown = language.use()
  return (
    <span className="weft-state-text">
      <StateMark state={state} size={size} />
      <span>{children ?? stateNames[state][shown]}</span>
    </span>
  )
}

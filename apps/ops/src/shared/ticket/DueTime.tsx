import { dueState } from '@weft/contract'
import { absoluteTime, lasting, useText } from '@weft/ui'
import * as text from './ticket-marks.text.ts'
import './due-time.css'

const DAY = 86_400
/** So many seconds before it is due, the time that is left is said in place of the moment. */
const NEAR = 7200

/** Returns 「17:30」 of today, 「明天 12:00」, or a later day. */
function momentOf(at: number, now: number, tomorrow: (time: string) => string): string {
  const [day, time] = absoluteTime(at).split(' ') as [string, string]
  if (day === absoluteTime(now).slice(0, 10)) return time.slice(0, 5)
  return day === absoluteTime(now + DAY).slice(0, 10) ? tomorrow(time.slice(0, 5)) : day.slice(5)
}

/** Shows until when something is to be done, with a ring that empties, or for how long it is late. @param now in Unix seconds */
export function DueTime({ due_time, waiting_since, now }: { due_time: number | null; waiting_since: number | null; now: number }) {
  const t = useText(text)
  if (due_time === null) return null
  const left = due_time - now
  const state = dueState(due_time, now)
  const whole = Math.max(1, due_time - (waiting_since ?? due_time - DAY))
  return (
    <span className={`desk-due desk-due-${state ?? 'calm'}`}>
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.2" className="desk-due-track" />
        {state === 'overdue' ? (
          <path d="M8 1.8a6.2 6.2 0 1 0 .01 0M8 4.5V8l2 1.5" className="desk-due-hand" />
        ) : (
          <circle
            cx="8"
            cy="8"
            r="6.2"
            className="desk-due-left"
            strokeDasharray={`${(39 * Math.min(1, left / whole)).toFixed(1)} 39`}
            transform="rotate(-90 8 8)"
          />
        )}
      </svg>
      {left < 0 ? t.late(lasting(-left)) : left < NEAR ? t.left(lasting(left)) : momentOf(due_time, now, t.tomorrow)}
    </span>
  )
}

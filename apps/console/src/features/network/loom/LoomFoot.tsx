import type { LinkState } from '@weft/contract'
import { StateText, useNarrow, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import * as text from './loom.text.ts'

/** The states that the legend explains. */
const legendStates = ['up', 'standby', 'takeover', 'degraded', 'down', 'never'] as const satisfies readonly LinkState[]

export interface Freshness {
  /** Unix milliseconds of the newest state. */
  updated: number
  failing: boolean
}

/** Explains the marks and the keys, and says how fresh the picture is. */
export function LoomFoot({ fresh }: { fresh: Freshness }) {
  const t = useText(text)
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  return (
    <div className="loom-foot">
      {narrow && (
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.legend}
        </Button>
      )}
      {(!narrow || open) && (
        <>
          <ul className="loom-legend" aria-label={t.legend}>
            {legendStates.map((state) => (
              <li key={state}>
                <StateText state={state} />
              </li>
            ))}
          </ul>
          <span className="loom-foot-quiet">{t.strip}</span>
        </>
      )}
      <span className="loom-foot-end">
        {!narrow && (
          <span className="loom-foot-quiet">
            <kbd>↑↓←→</kbd> {t.move} <kbd>Enter</kbd> {t.why} <kbd>N</kbd> {t.nextProblem}
          </span>
        )}
        <Fresh {...fresh} />
      </span>
    </div>
  )
}

/** Shows 「实时 · 2 秒前」, counting up. */
function Fresh({ updated, failing }: Freshness) {
  const t = useText(text)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const word = failing ? t.disconnected : t.live
  return (
    <span className="loom-fresh">
      {word} · {t.updated(Math.max(0, Math.floor((now - updated) / 1000)))}
    </span>
  )
}

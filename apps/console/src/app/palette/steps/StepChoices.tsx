import type { State } from '@weft/contract'
import { StateMark } from '@weft/ui'

export interface Effect {
  state: State
  text: string
}

/** Shows what an action will do, line by line, before it is done; a screen reader hears it when it changes. */
export function Preview({ effects }: { effects: readonly Effect[] }) {
  return (
    <div role="status">
      <ul className="palette-preview">
        {effects.map(({ state, text }) => (
          <li key={text} className={`palette-effect-${state}`}>
            <StateMark state={state} size={12} /> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

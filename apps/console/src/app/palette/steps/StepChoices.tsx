import type { State } from '@weft/contract'
import { StateMark, useText } from '@weft/ui'
import { Groups, type Item, Lines } from '@weft/ui/palette/item.tsx'
import * as text from '../palette.text.ts'
import type { StepProps } from './step-props.ts'

export interface Effect {
  state: State
  text: string
}

interface Props extends Pick<StepProps, 'onFirst'> {
  /** What the action will do, line by line; a screen reader hears it when it changes. Left out for an action that changes nothing. */
  effects?: readonly Effect[]
  heading?: string
  items: readonly Item[]
}

/** Shows the effects of an action before it is done, and below them the lines that can be chosen. */
export function StepChoices({ effects, heading, items, onFirst }: Props) {
  const t = useText(text)
  const label = heading ?? t.actions
  return (
    <>
      {effects && (
        <div role="status">
          <ul className="palette-preview">
            {effects.map(({ state, text: line }) => (
              <li key={line} className={`palette-effect-${state}`}>
                <StateMark state={state} size={12} /> {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Lines label={label}>
        <Groups groups={[{ heading: label, items }]} onFirst={onFirst} />
      </Lines>
    </>
  )
}

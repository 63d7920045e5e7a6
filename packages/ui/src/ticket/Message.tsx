import type { ReactNode } from 'react'
import './ticket.css'

interface Props {
  /** Who wrote it. */
  name: string
  /** Who speaks to whom: `note` is of an operator, for other operators alone. */
  voice: 'customer' | 'support' | 'note'
  /** What is said beside the name: when, and of what kind it is. */
  head: ReactNode
  children: ReactNode
}

/** Shows one message of a dialogue: a disc with the last character of the name, and the words: white of the customer, blue of support, amber of a note. */
export function Message({ name, voice, head, children }: Props) {
  return (
    <article className={`weft-message weft-message-${voice}`}>
      <span className="weft-message-disc" aria-hidden="true">
        {[...name].at(-1)}
      </span>
      <div>
        <p className="weft-message-head">
          <strong>{name}</strong> {head}
        </p>
        <div className="weft-message-body">{children}</div>
      </div>
    </article>
  )
}

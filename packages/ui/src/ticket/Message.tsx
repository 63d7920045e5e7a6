import type { ReactNode } from 'react'
import './ticket.css'

interface Props {
  /** Who wrote it. */
  name: string
  /** Support wrote it, or else the customer. */
  support: boolean
  /** What is said beside the name: when, and of what kind it is. */
  head: ReactNode
  children: ReactNode
}

/** Shows one message of a dialogue: a disc with the last character of the name, and the words, which are blue for support. */
export function Message({ name, support, head, children }: Props) {
  return (
    <article className={support ? 'weft-message weft-message-support' : 'weft-message'}>
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

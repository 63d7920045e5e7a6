import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react'
import { Link } from 'react-router'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import * as text from './ticket-page.text.ts'
import * as listText from './ticket.text.ts'

/** The replies that are offered; more letters offer others. */
const OFFERED = 6

export interface SavedListHandle {
  /** Takes a key that was pressed in the field; returns whether it was one of the list. */
  press: (event: KeyboardEvent) => boolean
}

/** Offers saved replies above the field in which `/` was typed. The focus stays in the field. */
export function SavedReplyList({
  ref,
  search,
  onChosen,
}: {
  ref: Ref<SavedListHandle>
  search: string
  onChosen: (content: string) => void
}) {
  const t = useText(text)
  const { manageSaved } = useText(listText)
  const asked = useQuery({
    ...asking(opsContract.savedReplies.list, { limit: OFFERED, search }, { missing: 'stay' }),
    placeholderData: keepPreviousData,
  })
  const rows = asked.data?.rows ?? []
  const [marked, setMarked] = useState(0)
  const at = Math.min(marked, Math.max(0, rows.length - 1))
  useImperativeHandle(ref, () => ({
    press: ({ key }) => {
      const chosen = rows[at]
      if (key === 'ArrowDown' || key === 'ArrowUp') setMarked((at + (key === 'ArrowDown' ? 1 : rows.length - 1)) % Math.max(1, rows.length))
      else if (key === 'Enter' && chosen && !asked.isPlaceholderData) onChosen(chosen.content)
      else return false
      return true
    },
  }))
  return (
    <div className="saved-list">
      {asked.isSuccess && rows.length === 0 && <p className="desk-quiet">{t.savedNone}</p>}
      <div id="saved-replies" role="listbox" aria-label={t.saved}>
        {rows.map(({ id, title, content }, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys
          <div key={id} role="option" tabIndex={-1} aria-selected={place === at} onClick={() => onChosen(content)}>
            <strong>{title}</strong>
            <span>{content}</span>
          </div>
        ))}
      </div>
      <p className="saved-list-keys">
        <span>
          <kbd>Enter</kbd> {t.savedEnter}
        </span>
        <span>
          <kbd>Tab</kbd> {t.savedTab}
        </span>
        <Link to={ticketPath.replies}>{manageSaved}</Link>
      </p>
    </div>
  )
}

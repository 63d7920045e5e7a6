import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, opsContract } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import * as text from './ticket-page.text.ts'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import * as listText from './ticket.text.ts'

/** Chooses a saved reply to insert at the cursor. */
export function SavedReplyPicker({ onChosen, onClose }: { onChosen: (content: string) => void; onClose: () => void }) {
  const t = useText(text)
  const { manageSaved } = useText(listText)
  const [search, setSearch] = useState('')
  const asked = useQuery({
    ...asking(opsContract.savedReplies.list, { limit: MAX_PAGE_SIZE, search: search.trim() }, { missing: 'stay' }),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal open title={t.insert} footer={<Link to={ticketPath.replies}>{manageSaved}</Link>} width={560} onCancel={onClose}>
      <Input.Search
        allowClear
        autoFocus
        aria-label={t.savedSearch}
        placeholder={t.savedSearch}
        onChange={(event) => setSearch(event.target.value)}
      />
      {asked.isError && <ErrorState compact onRetry={() => void asked.refetch()} />}
      {asked.isPending && <Skeleton paragraph={{ rows: 3 }} />}
      {asked.data?.rows.length === 0 && <p className="desk-quiet">{t.savedNone}</p>}
      <ul className="desk-saved" aria-label={t.saved}>
        {asked.data?.rows.map(({ id, title, content }) => (
          <li key={id}>
            <button type="button" className="desk-saved-one" onClick={() => onChosen(content)}>
              <strong>{title}</strong>
              <span className="desk-saved-words">{content}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

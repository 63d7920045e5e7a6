import { useQuery } from '@tanstack/react-query'
import { contract, type TicketType } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import * as text from './ticket-create.text.ts'

const MOST = 3
/** The words for which the help is searched, by the type of the ticket. */
const words: Record<TicketType, string> = { 1: '服务', 2: '组网', 3: '离线', 4: '账号', 6: '工单' }

/** Shows articles of the help that may make a ticket unnecessary. */
export function SuggestedArticles({ type }: { type: TicketType }) {
  const t = useText(text)
  const found = useQuery(asking(contract.documents.search, { search: words[type] }, { quiet: true }))
  if (!found.data || found.data.length === 0) return null
  return (
    <aside className="ticket-articles" aria-label={t.articles}>
      <h2>{t.articles}</h2>
      <ul>
        {found.data.slice(0, MOST).map(({ id, title, excerpt }) => (
          <li key={id}>
            <a href={handbookPath({ id, title })} target="_blank" rel="noopener noreferrer">
              {title}
              <span className="weft-hidden">{t.newWindow}</span>
            </a>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}

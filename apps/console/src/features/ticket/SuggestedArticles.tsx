import { useQuery } from '@tanstack/react-query'
import { contract, type TicketType } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import * as text from './ticket-create.text.ts'

const MOST = 3
/** The words for which the help is searched, by the type of the ticket. */
const words: Record<TicketType, string> = { 1: '服务', 2: '组网', 3: '离线', 4: '账号', 6: '工单' }

interface Props {
  type: TicketType
  /** The ticket is about a member, which most likely is offline. */
  about: boolean
  title: string
}

/** Shows articles of the help that may make a ticket unnecessary. */
export function SuggestedArticles({ type, about, title }: Props) {
  const t = useText(text)
  const found = useQuery(asking(contract.documents.search, { search: about ? words[3] : words[type] }, { quiet: true }))
  if (!found.data || found.data.length === 0) return null
  return (
    <aside className="ticket-panel ticket-articles" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {found.data.slice(0, MOST).map(({ id, title: article, excerpt }) => (
          <li key={id}>
            <a href={handbookPath({ id, title: article })} target="_blank" rel="noopener noreferrer">
              {article}
              <span className="weft-hidden">{t.newWindow}</span>
            </a>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}

import type { WorkOrderEntry } from '@weft/contract'
import { Tag } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './work-order.text.ts'
import '../ticket/ticket.css'

/** Which side writes each kind of entry. */
const sides: Record<WorkOrderEntry['kind'], 'customer' | 'operator'> = {
  question: 'operator',
  answer: 'customer',
  resumption: 'operator',
  rejection: 'operator',
  resubmission: 'customer',
}

interface Props {
  entries: readonly WorkOrderEntry[]
  /** The side shown on the right: the reader's own. */
  own: 'customer' | 'operator'
}

/** Shows what operators and customers wrote about an order, oldest first. New entries are read out. */
export function WorkOrderDialogue({ entries, own }: Props) {
  const t = useText(text)
  return (
    <div role="log" aria-label={t.dialogue} className="weft-thread">
      {entries.map(({ kind, author, content, create_time }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no name of their own and never move
        <article key={at} className={sides[kind] === own ? 'weft-bubble weft-bubble-own' : 'weft-bubble'}>
          <p className="weft-bubble-head">
            <Tag>{t.entries[kind]}</Tag>
            <strong>{author}</strong> <TimeText at={create_time} relative />
          </p>
          <div className="weft-bubble-body">
            <p className="weft-words">{kind === 'resumption' ? t.resumed : content}</p>
          </div>
        </article>
      ))}
    </div>
  )
}

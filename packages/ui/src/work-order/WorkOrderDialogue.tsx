import type { WorkOrderEntry } from '@weft/contract'
import { Tag } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './work-order.text.ts'
import { Message } from '../ticket/Message.tsx'

/** Which side writes each kind of entry. */
const sides: Record<WorkOrderEntry['kind'], 'customer' | 'operator'> = {
  question: 'operator',
  answer: 'customer',
  resumption: 'operator',
  rejection: 'operator',
  resubmission: 'customer',
}

/** Shows what operators and customers wrote about an order, oldest first. New entries are read out. */
export function WorkOrderDialogue({ entries }: { entries: readonly WorkOrderEntry[] }) {
  const t = useText(text)
  return (
    <div role="log" aria-label={t.dialogue} className="weft-thread">
      {entries.map(({ kind, author, content, create_time }, at) => (
        <Message
          // oxlint-disable-next-line react/no-array-index-key -- entries have no name of their own and never move
          key={at}
          name={author}
          voice={sides[kind] === 'operator' ? 'support' : 'customer'}
          head={
            <>
              <TimeText at={create_time} relative />
              <Tag>{t.entries[kind]}</Tag>
            </>
          }
        >
          <p className="weft-words">{kind === 'resumption' ? t.resumed : content}</p>
        </Message>
      ))}
    </div>
  )
}

import type { TicketDetail, TicketReply } from '@weft/contract'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../i18n/use-text.ts'
import { listTime } from '../parts/time.ts'
import { TimeText } from '../parts/TimeText.tsx'
import { PictureRow } from '../picture/PictureRow.tsx'
import { EvidenceTable } from './EvidenceTable.tsx'
import { Message } from './Message.tsx'
import * as text from './ticket.text.ts'
import './ticket.css'

/** What happened between the messages: a site came back, the ticket was closed. */
export interface ThreadLine {
  /** Unix seconds. */
  time: number
  content: ReactNode
}

interface Props {
  ticket: Pick<TicketDetail, 'create_name' | 'create_time' | 'ticket_content' | 'images' | 'dialogue' | 'evidence'>
  /** The side that reads it: customers read one name for all operators. */
  own: TicketReply['from']
  lines?: readonly ThreadLine[]
}

const NONE: readonly ThreadLine[] = []

/** Shows the messages of a ticket and what happened meanwhile, oldest first. New replies are read out. */
export function TicketThread({ ticket, own, lines = NONE }: Props) {
  const t = useText(text)
  const opening: TicketReply = {
    reply_name: ticket.create_name,
    reply_time: ticket.create_time,
    dialogue_content: ticket.ticket_content,
    images: ticket.images,
    from: 'customer',
    merged_from: null,
  }
  const entries = useMemo(
    () =>
      [
        ...ticket.dialogue.map((reply) => ({ time: reply.reply_time, reply })),
        ...lines.map((line) => ({ time: line.time, line })),
      ].toSorted((a, b) => a.time - b.time),
    [ticket.dialogue, lines],
  )
  const shown = (reply: TicketReply, evidence?: ReactNode) => (
    <Reply reply={reply} name={own === 'customer' && reply.from === 'support' ? t.support : reply.reply_name}>
      {evidence}
    </Reply>
  )
  return (
    <div role="log" aria-label={t.thread} className="weft-thread">
      {shown(opening, ticket.evidence.length > 0 && <EvidenceTable facts={ticket.evidence} />)}
      {entries.map((entry, at) =>
        'reply' in entry ? (
          // oxlint-disable-next-line react/no-array-index-key -- replies have no name of their own and hold no state
          <div key={at}>{shown(entry.reply)}</div>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <p key={at} className="weft-thread-line">
            <time dateTime={new Date(entry.time * 1000).toISOString()}>{listTime(entry.time).slice(5)}</time> {entry.line.content}
          </p>
        ),
      )}
    </div>
  )
}

/** Shows a reply. @param children what stands above its words */
function Reply({ reply: { reply_time, dialogue_content, images, merged_from, from }, name, children }: ReplyProps) {
  const t = useText(text)
  return (
    <Message
      name={name}
      support={from === 'support'}
      head={
        <>
          {from === 'support' && name !== t.support && <span>{t.support}</span>}
          <TimeText at={reply_time} relative />
          {merged_from !== null && <span>{t.mergedFrom(merged_from)}</span>}
        </>
      }
    >
      {children}
      <p className="weft-words">{dialogue_content}</p>
      {images.length > 0 && (
        <PictureRow label={t.pictures} pictures={images.map(({ src }, at) => ({ src, alt: t.picture(name, at + 1) }))} />
      )}
    </Message>
  )
}
interface ReplyProps {
  reply: TicketReply
  /** Who wrote it. */
  name: string
  children?: ReactNode
}

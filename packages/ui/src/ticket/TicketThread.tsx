import type { TicketDetail, TicketReply } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import { PictureRow } from '../picture/PictureRow.tsx'
import * as text from './ticket.text.ts'
import './ticket.css'

interface Props {
  ticket: Pick<TicketDetail, 'create_name' | 'create_time' | 'ticket_content' | 'images' | 'dialogue'>
  /** The side shown on the right: the reader's own. */
  own: TicketReply['from']
}

/** Shows the messages of a ticket, oldest first. New replies are read out. */
export function TicketThread({ ticket, own }: Props) {
  const t = useText(text)
  const opening: TicketReply = {
    reply_name: ticket.create_name,
    reply_time: ticket.create_time,
    dialogue_content: ticket.ticket_content,
    images: ticket.images,
    from: 'customer',
  }
  return (
    <div role="log" aria-label={t.thread} className="weft-thread">
      {/* Replies are only ever added at the end. */}
      {[opening, ...ticket.dialogue].map((reply, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- replies have no name of their own and never move
        <Bubble key={at} reply={reply} own={reply.from === own} />
      ))}
    </div>
  )
}

function Bubble({ reply: { reply_name, reply_time, dialogue_content, images }, own }: { reply: TicketReply; own: boolean }) {
  const t = useText(text)
  return (
    <article className={own ? 'weft-bubble weft-bubble-own' : 'weft-bubble'}>
      <p className="weft-bubble-head">
        <strong>{reply_name}</strong> <TimeText at={reply_time} relative />
      </p>
      <div className="weft-bubble-body">
        <p className="weft-words">{dialogue_content}</p>
        {images.length > 0 && (
          <PictureRow label={t.pictures} pictures={images.map(({ src }, at) => ({ src, alt: t.picture(reply_name, at + 1) }))} />
        )}
      </div>
    </article>
  )
}

import type { TicketDetail, TicketReply } from '@weft/contract'
import { TimeText, useText } from '@weft/ui'
import { PictureRow } from '@weft/ui/picture/PictureRow.tsx'
import * as text from './ticket-detail.text.ts'

/** What was said, oldest first: the customer on the right, support on the left. New replies are read out. */
export function TicketThread({ ticket }: { ticket: TicketDetail }) {
  const t = useText(text)
  const opening: TicketReply = {
    reply_name: ticket.create_name,
    reply_time: ticket.create_time,
    dialogue_content: ticket.ticket_content,
    images: ticket.images,
    from: 'customer',
  }
  return (
    <div role="log" aria-label={t.thread} className="ticket-thread">
      {/* Replies are only ever added at the end. */}
      {[opening, ...ticket.dialogue].map((reply, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Bubble key={at} reply={reply} />
      ))}
    </div>
  )
}

function Bubble({ reply: { reply_name, reply_time, dialogue_content, images, from } }: { reply: TicketReply }) {
  const t = useText(text)
  return (
    <article className={`ticket-bubble ticket-bubble-${from}`}>
      <p className="ticket-bubble-head">
        <strong>{reply_name}</strong> <TimeText at={reply_time} relative />
      </p>
      <div className="ticket-bubble-body">
        <p className="ticket-words">{dialogue_content}</p>
        {images.length > 0 && (
          <PictureRow label={t.pictures} pictures={images.map(({ src }, at) => ({ src, alt: t.picture(reply_name, at + 1) }))} />
        )}
      </div>
    </article>
  )
}

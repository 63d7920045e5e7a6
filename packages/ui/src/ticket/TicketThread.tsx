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
    merged_from: null,
  }
  // Customers read one name for all operators, in the language of the screen; operators read who it was.
  const nameOf = ({ from, reply_name }: TicketReply) => (own === 'customer' && from === 'support' ? t.support : reply_name)
  return (
    <div role="log" aria-label={t.thread} className="weft-thread">
      {/* Replies are added at the end, except when another ticket is merged into this one. */}
      {[opening, ...ticket.dialogue].map((reply, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- replies have no name of their own and hold no state
        <Bubble key={at} reply={reply} name={nameOf(reply)} own={reply.from === own} />
      ))}
    </div>
  )
}

interface BubbleProps {
  reply: TicketReply
  /** Who wrote it. */
  name: string
  own: boolean
}

function Bubble({ reply: { reply_time, dialogue_content, images, merged_from }, name, own }: BubbleProps) {
  const t = useText(text)
  return (
    <article className={own ? 'weft-bubble weft-bubble-own' : 'weft-bubble'}>
      <p className="weft-bubble-head">
        <strong>{name}</strong> <TimeText at={reply_time} relative />
        {merged_from !== null && <span className="weft-bubble-from">{t.mergedFrom(merged_from)}</span>}
      </p>
      <div className="weft-bubble-body">
        <p className="weft-words">{dialogue_content}</p>
        {images.length > 0 && (
          <PictureRow label={t.pictures} pictures={images.map(({ src }, at) => ({ src, alt: t.picture(name, at + 1) }))} />
        )}
      </div>
    </article>
  )
}

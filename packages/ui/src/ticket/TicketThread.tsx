import { LockOutlined } from '@ant-design/icons'
import type { TicketDetail, TicketNote, TicketReply } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import { TimeText } from '../parts/TimeText.tsx'
import { PictureRow } from '../picture/PictureRow.tsx'
import * as text from './ticket.text.ts'
import './ticket.css'

interface Props {
  ticket: Pick<TicketDetail, 'create_name' | 'create_time' | 'ticket_content' | 'images' | 'dialogue'>
  /** The side shown on the right: the reader's own. */
  own: TicketReply['from']
  /** What operators wrote for each other; it stands between the messages by its time. */
  notes?: readonly TicketNote[]
}

const NO_NOTES: readonly TicketNote[] = []

/** Shows the messages of a ticket, oldest first. New replies are read out. */
export function TicketThread({ ticket, own, notes = NO_NOTES }: Props) {
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
      {inOrder([opening, ...ticket.dialogue], notes).map((one) =>
        'note' in one ? (
          <Note key={one.key} note={one.note} />
        ) : (
          <Bubble key={one.key} reply={one.reply} name={nameOf(one.reply)} own={one.reply.from === own} />
        ),
      )}
    </div>
  )
}

/** Returns messages and notes by their time; of the same second the message comes first. Messages are in order already. */
function inOrder(replies: readonly TicketReply[], notes: readonly TicketNote[]) {
  // Replies are added at the end, except when another ticket is merged into this one: they have no name of their own and hold no state.
  const messages = replies.map((reply, at) => ({ key: `reply ${at}`, at: reply.reply_time, reply }))
  return [...messages, ...notes.map((note) => ({ key: `note ${note.note_id}`, at: note.create_time, note }))].toSorted(
    (a, b) => a.at - b.at,
  )
}

/** Shows what an operator wrote for other operators, marked so that nobody takes it for a message. */
function Note({ note: { operator_name, content, create_time } }: { note: TicketNote }) {
  const t = useText(text)
  return (
    <article className="weft-bubble weft-bubble-note">
      <p className="weft-bubble-head">
        <strong>{operator_name}</strong>{' '}
        <span className="weft-note-mark">
          <LockOutlined aria-hidden /> {t.note}
        </span>{' '}
        <TimeText at={create_time} relative />
      </p>
      <div className="weft-bubble-body">
        <p className="weft-words">{content}</p>
      </div>
    </article>
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

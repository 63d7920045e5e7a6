import { LockOutlined } from '@ant-design/icons'
import type { TicketDetail, TicketNote, TicketReply } from '@weft/contract'
import { Fragment, type ReactNode, useMemo } from 'react'
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
  /** What operators wrote for each other. */
  notes?: readonly TicketNote[]
}

const NO_LINES: readonly ThreadLine[] = []
const NO_NOTES: readonly TicketNote[] = []

/** Shows the messages of a ticket, what operators noted, and what happened meanwhile, oldest first. New replies are read out. */
export function TicketThread({ ticket, own, lines = NO_LINES, notes = NO_NOTES }: Props) {
  const t = useText(text)
  const opening: TicketReply = {
    reply_name: ticket.create_name,
    reply_time: ticket.create_time,
    dialogue_content: ticket.ticket_content,
    images: ticket.images,
    from: 'customer',
    merged_from: null,
  }
  const nameOf = ({ from, reply_name }: TicketReply) => (own === 'customer' && from === 'support' ? t.support : reply_name)
  const entries = useMemo(
    () =>
      // Of the same second a message comes first. Replies are added at the end, unless another ticket is merged: they have no name of their own.
      [
        ...ticket.dialogue.map((reply, at) => ({ key: `reply ${at}`, time: reply.reply_time, reply })),
        ...notes.map((note) => ({ key: `note ${note.note_id}`, time: note.create_time, note })),
        ...lines.map((line, at) => ({ key: `line ${at}`, time: line.time, line })),
      ].toSorted((a, b) => a.time - b.time),
    [ticket.dialogue, notes, lines],
  )
  return (
    <div role="log" aria-label={t.thread} className="weft-thread">
      <Reply reply={opening} name={nameOf(opening)}>
        {ticket.evidence.length > 0 && <EvidenceTable facts={ticket.evidence} />}
      </Reply>
      {entries.map((entry) => (
        <Fragment key={entry.key}>
          {'reply' in entry && <Reply reply={entry.reply} name={nameOf(entry.reply)} />}
          {'note' in entry && <Note note={entry.note} />}
          {'line' in entry && (
            <p className="weft-thread-line">
              <time dateTime={new Date(entry.time * 1000).toISOString()}>{listTime(entry.time).slice(5)}</time> {entry.line.content}
            </p>
          )}
        </Fragment>
      ))}
    </div>
  )
}

interface ReplyProps {
  reply: TicketReply
  /** Who wrote it. */
  name: string
  /** What stands above the words. */
  children?: ReactNode
}

function Reply({ reply: { reply_time, dialogue_content, images, merged_from, from }, name, children }: ReplyProps) {
  const t = useText(text)
  return (
    <Message
      name={name}
      voice={from}
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

/** Shows what an operator wrote for other operators, marked so that nobody takes it for a message. */
function Note({ note: { operator_name, content, create_time } }: { note: TicketNote }) {
  const t = useText(text)
  return (
    <Message
      name={operator_name}
      voice="note"
      head={
        <>
          <span className="weft-note-mark">
            <LockOutlined aria-hidden /> {t.note}
          </span>
          <TimeText at={create_time} relative />
        </>
      }
    >
      <p className="weft-words">{content}</p>
    </Message>
  )
}

import { useText } from '@weft/ui'
import { useClock } from '@weft/ui/time/use-clock.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { outbox, type Outgoing } from './outbox.ts'
import './outbox.css'
import * as text from './outbox.text.ts'
import { ticketPath } from './ticket-paths.ts'

/** Shows the latest reply that can still be undone, on every page. */
export function OutboxPill() {
  const held = outbox.use()
  const last = held.findLast(({ sending }) => !sending) ?? held.at(-1)
  return last ? <Pill last={last} others={held.length - 1} /> : null
}

function Pill({ last: { name, due, sending }, others }: { last: Outgoing; others: number }) {
  const t = useText(text)
  const navigate = useNavigate()
  const left = Math.ceil((due - useClock()) / 1000)
  const seconds = sending ? 0 : left
  const undo = () => {
    const ticket_number = outbox.undo()
    if (ticket_number !== undefined) void navigate(ticketPath.detail(ticket_number))
  }
  return (
    <section className="desk-outbox" aria-label={t.outbox}>
      <span className="desk-outbox-name">{seconds > 0 ? t.going(name, seconds) : t.sending(name)}</span>
      {others > 0 && <span className="desk-outbox-more">{t.more(others)}</span>}
      {seconds > 0 && (
        <>
          <Button size="small" aria-keyshortcuts="Control+Z" onClick={undo}>
            {t.undo}
          </Button>
          <Button size="small" type="link" onClick={() => void outbox.sendNow()}>
            {t.now}
          </Button>
        </>
      )}
    </section>
  )
}

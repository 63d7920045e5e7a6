import type { AccountEvent, contract } from '@weft/contract'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { OpenSocket } from '../../../http/socket.ts'
import { eventFor } from './events.service.ts'

/** What is told to every account is spread over so many milliseconds: all open consoles would ask for their count at once. */
const SPREAD_MS = 3000

/** Passes the account's events on to an open console. */
export const accountEvents =
  ({ hear, onReturn }: Pick<Bus, 'hear' | 'onReturn'>) =>
  (socket: OpenSocket<typeof contract.events.account>): void => {
    const { send, onClose } = socket
    const waiting = new Set<NodeJS.Timeout>()
    const sendLater = (event: AccountEvent) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        send(event)
      }, Math.random() * SPREAD_MS)
      waiting.add(timer)
    }
    onClose(() => {
      for (const timer of waiting) clearTimeout(timer)
    })
    onClose(
      hear((event) => {
        const payload = eventFor(socket.actor, event)
        if (!payload) return
        if (event.account_id !== 'all') send(payload)
        else sendLater(payload)
      }),
    )
    // Nobody knows what was missed meanwhile: this event has a console ask for everything again.
    onClose(onReturn(() => sendLater({ type: 'rights' })))
  }

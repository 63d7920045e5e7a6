import type { contract } from '@weft/contract'
import type { BusEvent } from '../../adapters/bus/events.ts'
import type { OpenSocket } from '../../http/socket.ts'
import { eventFor } from './events.service.ts'

/** What is told to every account is spread over so many milliseconds: all open consoles would ask for their count at once. */
const SPREAD_MS = 3000

/** Passes the account's events on to an open console. */
export const accountEvents =
  (hear: (listener: (event: BusEvent) => void) => () => void) =>
  (socket: OpenSocket<typeof contract.events.account>): void => {
    const { send, onClose } = socket
    const waiting = new Set<NodeJS.Timeout>()
    onClose(() => {
      for (const timer of waiting) clearTimeout(timer)
    })
    onClose(
      hear((event) => {
        const told = eventFor(socket.actor, event)
        if (!told) return
        if (event.account_id !== 'all') return send(told)
        const timer = setTimeout(() => {
          waiting.delete(timer)
          send(told)
        }, Math.random() * SPREAD_MS)
        waiting.add(timer)
      }),
    )
  }

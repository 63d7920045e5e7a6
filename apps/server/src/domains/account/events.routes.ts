import type { contract } from '@weft/contract'
import type { BusEvent } from '../../adapters/bus/events.ts'
import type { OpenSocket } from '../../http/socket.ts'
import { eventFor } from './events.service.ts'

/** Passes the account's events on to an open console. */
export const accountEvents =
  (hear: (listener: (event: BusEvent) => void) => () => void) =>
  ({ actor, send, onClose }: OpenSocket<typeof contract.events.account>): void =>
    onClose(
      hear((event) => {
        const told = eventFor(actor, event)
        if (told) send(told)
      }),
    )

import type { AccountEvent, contract } from '@weft/contract'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { OpenSocket } from '../../../http/socket.ts'
import { mayTouchNetwork } from '../../../kernel/actor.ts'
import type { ChangedMembers } from '../../network/detail/changes.service.ts'
import { CONSOLE_EVENTS, eventFor, memberEventFor } from './events.service.ts'
import { gatherByNetwork } from './revision-gatherer.ts'

/** Events for all accounts are spread over so many milliseconds: otherwise all open consoles would request their counts at once. */
const SPREAD_MS = 3000

/** Sends the account's events to an open console. */
export const accountEvents =
  ({ subscribe, onReturn }: Pick<Bus, 'subscribe' | 'onReturn'>, changedMembers: ChangedMembers) =>
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
    const revisions = gatherByNetwork((network_number) => {
      // Its role may have lost the network while the event waited.
      if (mayTouchNetwork(socket.actor, network_number)) send({ type: 'revision', network_number })
    })
    onClose(revisions.stop)
    onClose(
      subscribe(
        (event) => {
          const payload = eventFor(socket.actor, event)
          if (!payload) return
          if (payload.type === 'revision') revisions.add(payload.network_number)
          else if (event.account_id !== 'all') send(payload)
          else sendLater(payload)
        },
        { types: CONSOLE_EVENTS, account_id: socket.actor.account_id },
      ),
    )
    onClose(
      changedMembers.follow(socket.actor.account_id, (changes) => {
        const payload = memberEventFor(socket.actor, changes)
        if (payload) send(payload)
      }),
    )
    // Events may have been missed meanwhile: this one makes the console request everything again.
    onClose(onReturn(() => sendLater({ type: 'rights' })))
  }

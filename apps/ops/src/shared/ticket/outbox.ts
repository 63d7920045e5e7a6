import { opsContract, type TicketPicture } from '@weft/contract'
import { call, textNow, toast } from '@weft/ui'
import { onReset } from '@weft/ui/store/module-state.ts'
import { useSyncExternalStore } from 'react'
import * as text from './outbox.text.ts'
import { replyDraftKeeper } from './reply-draft.ts'

/** Seconds for which a reply waits in the browser, so that it can be undone. */
const UNDO_SECONDS = 10

/** A reply that an operator sent and may still undo. The browser keeps its draft until the server has it. */
export interface Outgoing {
  ticket_number: string
  /** The name of the customer who gets it. */
  name: string
  content: string
  pictures: readonly TicketPicture[]
  /** The number of replies that its author has seen. */
  seen: number
  /** The operator who wrote it. */
  author: string
  /** When it is sent, in milliseconds. */
  due: number
  /** It is on its way and cannot be undone any more. */
  sending?: true
}

interface Held extends Outgoing {
  timer: ReturnType<typeof setTimeout>
  /** Reads the tickets on screen again. */
  onSent: () => Promise<void>
}

let held: readonly Held[] = []
/** Counts, for each ticket, the replies that came back: undone, or refused. */
let back: ReadonlyMap<string, number> = new Map()
const cameBack = (ticket_number: string): void => {
  back = new Map(back).set(ticket_number, (back.get(ticket_number) ?? 0) + 1)
}
const heard = new Set<() => void>()
function change(next: readonly Held[]): void {
  held = next
  for (const tell of heard) tell()
}
onReset(() => {
  for (const { timer } of held) clearTimeout(timer)
  held = []
  back = new Map()
})

async function send({ ticket_number, name, content, pictures, seen, author, timer, onSent }: Held, keepalive = false): Promise<void> {
  const drafts = replyDraftKeeper(author, ticket_number)
  const remove = () => change(held.filter((one) => one.timer !== timer))
  try {
    const input = { ticket_number, content, file_ids: pictures.map(({ id }) => id), seen }
    await call(opsContract.tickets.reply, input, { missing: 'stay', keepalive })
    // What was begun meanwhile stays.
    if (drafts.read()?.content === content) drafts.forget()
    // Until the queue is read again it still has the ticket as one that waits.
    await onSent()
    remove()
  } catch {
    // `call` has said why. What follows this reply and still waits comes back with it, so that the customer never gets the second half alone.
    const later = held.filter((one) => one.ticket_number === ticket_number && one.timer !== timer && !one.sending)
    for (const one of later) clearTimeout(one.timer)
    const begun = drafts.read()
    const contents = new Set([content, ...later.map((one) => one.content), begun?.content ?? ''])
    const kept = new Map([...pictures, ...later.flatMap((one) => one.pictures), ...(begun?.pictures ?? [])].map((one) => [one.id, one]))
    drafts.keep({ content: [...contents].filter(Boolean).join('\n\n'), pictures: [...kept.values()], blanks: begun?.blanks ?? [] })
    cameBack(ticket_number)
    toast.warning(textNow(text).notSent(name), `not sent ${ticket_number}`)
    change(held.filter((one) => one.timer !== timer && !later.includes(one)))
    void onSent()
  }
}

/** Holds the replies of the last seconds until they are sent. */
export const outbox = {
  add(reply: Omit<Outgoing, 'due'>, onSent: () => Promise<void>): void {
    const timer = setTimeout(() => void outbox.sendNow(reply.ticket_number), UNDO_SECONDS * 1000)
    change([...held, { ...reply, due: Date.now() + UNDO_SECONDS * 1000, timer, onSent }])
  },
  /** Sends the reply to a ticket, or all that wait, without waiting longer. @param keepalive the page is being left */
  async sendNow(ticket_number?: string, keepalive?: boolean): Promise<void> {
    const ready = held.filter((one) => !one.sending && (ticket_number === undefined || one.ticket_number === ticket_number))
    for (const { timer } of ready) clearTimeout(timer)
    change(held.map((one) => (ready.includes(one) ? { ...one, sending: true } : one)))
    await Promise.all(ready.map((one) => send(one, keepalive)))
  },
  /** Takes back the latest reply that waits; its draft is there again. @returns the ticket; undefined if nothing waits */
  undo(): string | undefined {
    const last = held.findLast(({ sending }) => !sending)
    if (!last) return undefined
    clearTimeout(last.timer)
    cameBack(last.ticket_number)
    change(held.filter((one) => one !== last))
    return last.ticket_number
  },
  get: (): readonly Outgoing[] => held,
  use: (): readonly Outgoing[] => useSyncExternalStore(subscribe, () => held),
  /** Returns a number that changes when a reply to a ticket came back and its draft is there again. */
  useBack: (ticket_number: string): number => useSyncExternalStore(subscribe, () => back.get(ticket_number) ?? 0),
}

function subscribe(tell: () => void): () => void {
  heard.add(tell)
  return () => heard.delete(tell)
}

window.addEventListener('pagehide', () => void outbox.sendNow(undefined, true))

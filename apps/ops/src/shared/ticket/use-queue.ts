import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { opsContract, type OutputOf, type QueuedTicket, type QueueView, queueViews } from '@weft/contract'
import { asking } from '@weft/ui'
import { useSearchParams } from 'react-router'
import { outbox } from './outbox.ts'
import { useFresh } from '../waiting/use-fresh.ts'
import { useWaitingTickets } from '../waiting/use-waiting.ts'

const { queue } = opsContract.tickets

/** Returns which tickets of the queue the address asks for. */
export function useQueueView(): QueueView {
  const [params] = useSearchParams()
  return queueViews.find((view) => view === params.get('view')) ?? 'open'
}

export type TicketQueue = OutputOf<typeof queue>

/** The queue without what the operator has answered a moment ago, in groups. */
export interface Groups {
  overdue: QueuedTicket[]
  waiting: QueuedTicket[]
  asked: QueuedTicket[]
}

/** Returns the queue of a view. */
export function useQueue(view: QueueView) {
  const asked = useQuery({ ...asking(queue, { view }, { quiet: true }), placeholderData: keepPreviousData })
  const outgoing = outbox.use()
  return { ...asked, groups: asked.data && groupsOf(asked.data, new Set(outgoing.map(({ ticket_number }) => ticket_number))) }
}

/** Milliseconds after which the queue is read again: a reply or a colleague changes it, and the number of tickets that wait stays. */
const EVERY_MS = 30_000

/** Reads the queue again when the number of tickets that wait changes, and now and then. For the one part of a page that shows the queue. */
export function useQueueKeptFresh(view: QueueView): void {
  const waiting = useWaitingTickets()
  useFresh(queue, waiting && `${waiting.waiting} ${waiting.overdue}`)
  useQuery({ ...asking(queue, { view }, { quiet: true }), refetchInterval: EVERY_MS })
}

function groupsOf({ time, waiting, asked }: TicketQueue, answered: ReadonlySet<string>): Groups {
  const left = waiting.filter(({ ticket_number }) => !answered.has(ticket_number))
  const isLate = ({ due_time }: QueuedTicket) => due_time !== null && due_time < time
  return { overdue: left.filter(isLate), waiting: left.filter((ticket) => !isLate(ticket)), asked }
}

/** Returns the tickets in the order in which the keys go through them. */
export const inOrder = ({ overdue, waiting, asked }: Groups): QueuedTicket[] => [...overdue, ...waiting, ...asked]

/** Returns the ticket to answer after one: the next that waits for us, or the first. */
export function nextToAnswer({ overdue, waiting }: Groups, ticket_number: string): string | undefined {
  const all = [...overdue, ...waiting]
  const at = all.findIndex((one) => one.ticket_number === ticket_number)
  const others = all.toSpliced(at, at < 0 ? 0 : 1)
  return (others[Math.max(at, 0)] ?? others[0])?.ticket_number
}

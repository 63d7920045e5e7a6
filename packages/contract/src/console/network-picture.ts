import { z } from 'zod'
import { linkStates, memberStates } from '../fields/state.ts'

/** The most threads and lines that a card of 128 px can show. */
export const CARD_THREADS = 8
export const CARD_ROWS = 48

const Thread = z.object({ name: z.string(), kind: z.enum(['center', 'pop', 'member']), state: z.enum(memberStates) })
const Row = z.object({
  state: z.enum(memberStates),
  /** Its link to each thread; null where it has none. */
  crossings: z.array(z.enum(linkStates).nullable()),
})

/** A network's loom in small: what hangs down, and the lines across. */
export const NetworkPicture = z.object({
  threads: z.array(Thread).max(CARD_THREADS),
  /** Its sites by name. With more than fit, each line is the worst of several that follow each other. */
  rows: z.array(Row).max(CARD_ROWS),
})
export type NetworkPicture = z.output<typeof NetworkPicture>

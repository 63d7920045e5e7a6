import type { OutputOf, opsContract } from '@weft/contract'

/** A work order as operators see it. */
export type DeskOrder = OutputOf<typeof opsContract.workOrders.info>

/** Returns what the members of an order are called, those without a name by their serial. */
export const membersOf = ({ members }: DeskOrder): string[] =>
  members.map(({ router_name, note }) => (note === '' ? router_name : `${note}（${router_name}）`))

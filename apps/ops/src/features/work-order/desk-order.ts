import type { OutputOf, opsContract } from '@weft/contract'

/** A work order as operators see it. */
export type DeskOrder = OutputOf<typeof opsContract.workOrders.info>

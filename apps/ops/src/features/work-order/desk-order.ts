import type { OutputOf, opsContract } from '@weft/contract'

/** An order as operators see it. */
export type DeskOrder = OutputOf<typeof opsContract.workOrders.info>

import type { OutputOf, opsContract } from '@weft/contract'

export type Pop = OutputOf<typeof opsContract.pops.list>['rows'][number]

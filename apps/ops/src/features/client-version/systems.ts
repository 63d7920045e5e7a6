import type { opsContract, OutputOf } from '@weft/contract'

export type ClientVersionRow = OutputOf<typeof opsContract.clientVersions.list>['rows'][number]
export type ClientSystem = ClientVersionRow['system']
/** Systems whose packages we store; the others are in app stores. */
export const packaged = ['windows', 'android', 'linux'] as const
export const inStores = ['ios', 'macos'] as const

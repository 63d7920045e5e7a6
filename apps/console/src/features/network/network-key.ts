import type { Query } from '@tanstack/react-query'
import { contract } from '@weft/contract'

/** Marks what the page of a network keeps: it is brought up to date part by part. */
const LIVE = 'live'
/** The key under which the page of a network keeps it. */
export const networkKey = (network_number: string) => [contract.network.info.path, { network_number }, LIVE] as const
/** Returns whether a query is what the page of a network keeps. */
export const isLiveNetwork = ({ queryKey: [path, , form] }: Pick<Query, 'queryKey'>) => path === contract.network.info.path && form === LIVE

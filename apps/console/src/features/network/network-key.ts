import { contract } from '@weft/contract'

/** The key under which the page of a network keeps it. */
export const networkKey = (network_number: string) => [contract.network.info.path, { network_number }, 'live'] as const

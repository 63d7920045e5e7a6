import { breakConnections } from './connections.ts'
import { fuzzRequests } from './fuzz.ts'
import type { Proof } from './proof.ts'

/** Nothing that a peer sends or breaks off ends a process or is answered as a fault of ours. */
export const hostile: Proof = async (say) => [await breakConnections(say), await fuzzRequests(say)]

import { breakConnections } from './connections.ts'
import { fuzzRequests } from './fuzz.ts'
import type { Proof } from './proof.ts'

/** Proves that no input and no broken connection of a peer ends a process or is answered as a fault of the server. */
export const hostile: Proof = async (say) => [await breakConnections(say), await fuzzRequests(say)]

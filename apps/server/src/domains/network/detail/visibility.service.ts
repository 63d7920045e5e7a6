import type { Doer } from '../../foundation/audit/audit.service.ts'
import type { Hidden } from './surroundings.queries.ts'

/** Returns the only networks that the doer may see, undefined if the doer may see all. */
export const designatedOf = (by: Doer) => (by !== 'system' && 'designated' in by ? by.designated : undefined)

/** Returns the test for networks that the doer may not see. */
export function hiddenFrom(by: Doer): Hidden {
  const designated = designatedOf(by)
  return (network_number) => designated !== undefined && (network_number === null || !designated.has(network_number))
}

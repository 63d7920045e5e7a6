import type { Doer } from '../../foundation/audit/audit.service.ts'
import type { Hidden } from './surroundings.queries.ts'

/** The networks that alone are the doer's; undefined where all are. */
export const designatedOf = (by: Doer) => (by !== 'system' && 'designated' in by ? by.designated : undefined)

/** Which networks the doer may not see. */
export function hiddenFrom(by: Doer): Hidden {
  const designated = designatedOf(by)
  return (network_number) => designated !== undefined && (network_number === null || !designated.has(network_number))
}

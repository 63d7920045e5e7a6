import type { TrafficPoint, TrafficRange } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'

/** The history of one interface. */
export const readHistory = async (
  _db: AccountDb,
  _asked: { router_name: string; interface: string; range: TrafficRange },
  _now: Date,
): Promise<TrafficPoint[]> => []

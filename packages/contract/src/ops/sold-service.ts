import { z } from 'zod'
import { UnixTime } from '../fields/schemas.ts'
import { ServiceCode } from '../services.ts'

/** A service as operators see it. */
export const SoldService = z.object({
  id: z.string(),
  account_number: z.string(),
  nickname: z.string(),
  service_code: ServiceCode,
  service_name: z.string(),
  quantity: z.number().int(),
  start_time: UnixTime,
  expired_time: UnixTime.nullable(),
})
export type SoldService = z.output<typeof SoldService>

import { z } from 'zod'
import { auditAreas } from '../audit.ts'
import { PageQuery } from '../endpoint.ts'
import { Day, lineOfText, SubAccountId, UnixTime } from '../fields/schemas.ts'
import { file, list } from './api.ts'

export const OperationRecord = z.object({
  /** The part of the account that the operation changed. */
  mode: z.enum(auditAreas),
  /** One of `auditActionNames`; a row from an older version may have another value. */
  action: z.string(),
  /** A sentence with names: what was changed, from what to what. */
  message: z.string(),
  create_time: UnixTime,
  /** The owner's or a sub-account's name, or the name of an access key, an operator or the system. */
  actor: z.string(),
  actor_kind: z.enum(['owner', 'sub_account', 'access_key', 'operator', 'system']),
  address: z.string().nullable(),
})
export type OperationRecord = z.output<typeof OperationRecord>

/** Days in Shanghai, both included; the operations of one sub-account, or of all; of one part of the account, or of all. */
const LogRange = {
  ram_id: SubAccountId.optional(),
  area: z.enum(auditAreas).optional(),
  /** A part of the sentence, of who did it, or of the address. */
  search: lineOfText(0, 64).default(''),
  start_time: Day.optional(),
  end_time: Day.optional(),
}
/** Returns whether the first day is not after the last; true if either is missing. */
export const daysInOrder = ({ start_time, end_time }: { start_time?: string | undefined; end_time?: string | undefined }) =>
  start_time === undefined || end_time === undefined || start_time <= end_time

/** Changes made by the owner, by sub-accounts and access keys, by operators and by the system. */
export const operationLog = {
  lists: list('ram/log', {
    access: 'owner',
    summary: '操作日志',
    input: PageQuery.omit({ search: true })
      .extend(LogRange)
      .refine(daysInOrder, { error: 'dayOrder', path: ['end_time'] }),
    row: OperationRecord,
  }),
  file: file('ram/log_file', {
    access: 'owner',
    summary: '导出操作日志',
    rate: 'heavy',
    input: z.strictObject(LogRange).refine(daysInOrder, { error: 'dayOrder', path: ['end_time'] }),
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}

import { z } from 'zod'
import { auditAreas } from '../audit.ts'
import { PageQuery } from '../endpoint.ts'
import { Day, SubAccountId, UnixTime } from '../fields/schemas.ts'
import { file, list } from './api.ts'

export const OperationRecord = z.object({
  /** The part of the account that it changed. */
  mode: z.enum(auditAreas),
  /** One of `auditActionNames`; of a row that is older than the program, perhaps none of them. */
  action: z.string(),
  /** A sentence with names: what was changed, from what to what. */
  message: z.string(),
  create_time: UnixTime,
  /** Who did it: the owner's or a sub-account's name, the name of an access key or of an operator; the system names itself. */
  actor: z.string(),
  actor_kind: z.enum(['owner', 'sub_account', 'access_key', 'operator', 'system']),
  address: z.string().nullable(),
})
export type OperationRecord = z.output<typeof OperationRecord>

/** Days in Shanghai, both included; one sub-account's operations, or everybody's. */
const LogRange = {
  ram_id: SubAccountId.optional(),
  start_time: Day.optional(),
  end_time: Day.optional(),
}
/** Whether the first of two days is not after the last. */
export const daysInOrder = ({ start_time, end_time }: { start_time?: string | undefined; end_time?: string | undefined }) =>
  start_time === undefined || end_time === undefined || start_time <= end_time

/** Who changed what: of the owner, of sub-accounts and access keys, of operators and of the system itself. */
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

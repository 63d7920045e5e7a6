import { z } from 'zod'
import { auditActions, auditAreas } from '../audit.ts'
import { PageQuery } from '../endpoint.ts'
import { Day, Flag, lineOfText, SubAccountId, UnixTime } from '../fields/schemas.ts'
import { XLSX } from '../member.ts'
import { file, get, list } from './api.ts'

/** Who may have done something: the three kinds of login of an account, the operator's staff, and the system itself. */
export const actorKinds = ['owner', 'sub_account', 'access_key', 'operator', 'system'] as const

/** A value that an operation changed, made or removed. `operationValues` says it in words. */
export const OperationValue = z.object({
  /** Its key in `fieldLabels`, or of a network's revision in `networkFields`. */
  field: z.string(),
  /** Says whose value it is, where the field alone does not. */
  text: z.string().optional(),
  /** Left out if there was none before, or is none after. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type OperationValue = z.output<typeof OperationValue>

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
  actor_kind: z.enum(actorKinds),
  address: z.string().nullable(),
  values: z.array(OperationValue),
})
export type OperationRecord = z.output<typeof OperationRecord>

/** Days in Shanghai, both included. Each filter that is left out lets all operations through. */
const LogRange = {
  /** A sub-account; with it, `person` is not needed and has no effect. */
  ram_id: SubAccountId.optional(),
  /** The id of a login as `people` answers it, or `operator` for all operators, or `system`. */
  person: z
    .string()
    .regex(/^(operator|system|\d{1,18})$/, 'choice')
    .optional(),
  area: z.enum(auditAreas).optional(),
  action: z.enum(auditActions).optional(),
  /** 1 to include what operators only looked at. */
  views: z.coerce.number().pipe(Flag).default(0),
  /** What the operation was about: the serial number or login of a member, the number of a network, of an order or of a ticket. */
  object: lineOfText(1, 64).optional(),
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
    access: 'operation_log.view',
    summary: '操作日志',
    input: PageQuery.omit({ search: true })
      .extend(LogRange)
      .refine(daysInOrder, { error: 'dayOrder', path: ['end_time'] }),
    row: OperationRecord,
  }),
  /** The logins that the account has now: the owner, sub-accounts and access keys. */
  people: get('ram/log_people', {
    access: 'operation_log.view',
    summary: '操作日志的操作者',
    output: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(['owner', 'sub_account', 'access_key']) })),
  }),
  /** How many operations the filters find, up to `MOST_FOUND` and one more: those that changed something, and what operators only looked at. */
  counts: get('ram/log_counts', {
    access: 'operation_log.view',
    summary: '操作日志的条数',
    costly: true,
    input: z.strictObject(LogRange).refine(daysInOrder, { error: 'dayOrder', path: ['end_time'] }),
    output: z.object({ changes: z.number().int(), views: z.number().int() }),
  }),
  file: file('ram/log_file', {
    access: 'operation_log.view',
    summary: '导出操作日志',
    rate: 'heavy',
    input: z.strictObject(LogRange).refine(daysInOrder, { error: 'dayOrder', path: ['end_time'] }),
    media_type: XLSX,
  }),
}

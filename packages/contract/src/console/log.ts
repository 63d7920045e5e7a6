import { z } from 'zod'
import { aFile, PageQuery } from '../endpoint.ts'
import { Day, Flag, lineOfText, UnixTime } from '../fields/schemas.ts'
import { get, list } from './api.ts'
import { DialRecord, LoginRecord } from './member-record.ts'
import { daysInOrder } from './operation-log.ts'

/** Of each end of a member's control connection a row. */
export const ConnectionLog = z.object({
  router_name: z.string(),
  /** '' where it is not known from where. */
  remote_ip: z.string(),
  remote_port: z.number().int(),
  version: z.string().nullable(),
  /** 1 it came, 0 it went. */
  online: Flag,
  create_time: UnixTime,
})
export type ConnectionLog = z.output<typeof ConnectionLog>

export const logTypes = ['connect', 'online', 'pop_online', 'software_login'] as const
export type LogType = (typeof logTypes)[number]
/** Rows of one answer of `logs/export` without a format. */
export const LOG_EXPORT_ROWS = 10_000
const logFormats = ['xlsx', 'csv'] as const

/** Days in Shanghai, both included; the last seven and today where none are named. */
const Days = { start_time: Day.optional(), end_time: Day.optional() }
/** One member's rows. A log outlives its members, so the name is not looked up: what a deleted one did is found as well. */
const OfMember = { router_name: lineOfText(0, 64).default('') }
const inOrder = { error: 'dayOrder', path: ['end_time'] }

/** What members did, of the whole account: who signed in, who came and went, which tunnels stood. */
export const logs = {
  software_login: list('logs/software_login', {
    access: 'owner',
    summary: '软件登录记录',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...Days }).refine(daysInOrder, inOrder),
    row: LoginRecord,
  }),
  connect: list('logs/connect', {
    access: 'any',
    summary: '连接日志',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...Days }).refine(daysInOrder, inOrder),
    row: ConnectionLog,
  }),
  online: list('logs/online', {
    access: 'any',
    summary: '在线日志',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...Days, mode: z.enum(['p2p', 'pop']).default('p2p') }).refine(daysInOrder, inOrder),
    row: DialRecord,
  }),
  /** Of `software_login` for the owner alone. With a format the file, however many rows there are. */
  export: get('logs/export', {
    access: 'any',
    summary: '导出日志；带 format 时直接返回文件，不限行数',
    rate: 'heavy',
    costly: true,
    timeout: null,
    input: z
      .strictObject({
        type: z.enum(logTypes),
        format: z.enum(logFormats).optional(),
        search: lineOfText(0, 64).default(''),
        ...OfMember,
        ...Days,
      })
      .refine(daysInOrder, inOrder),
    output: z.union([aFile, z.object({ file_name: z.string(), data: z.array(z.union([ConnectionLog, LoginRecord, DialRecord])) })]),
  }),
}

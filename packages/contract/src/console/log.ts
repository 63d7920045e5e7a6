import { z } from 'zod'
import { type DeviceBudgetName, deviceBudgets } from '../agent/device-budgets.ts'
import { aFile, PageQuery } from '../endpoint.ts'
import { Day, Flag, lineOfText, NetworkNumber, UnixTime } from '../fields/schemas.ts'
import { get, list } from './api.ts'
import { DialRecord, LoginRecord } from './member-record.ts'
import { daysInOrder } from './operation-log.ts'
import { OutageRecord } from './state.ts'

/** What the member of a row is called now. */
const NamedRow = {
  /** Its name; '' if it has none, or if it was deleted. */
  note: z.string(),
  /** 1 if there is no such member any more. */
  deleted: Flag,
}
export interface NamedRow {
  router_name: string
  note: string
  deleted: Flag
}

/** A member's control connection opened or closed: one row for each. */
export const ConnectionLog = z.object({
  router_name: z.string(),
  ...NamedRow,
  /** '' if the address is unknown. */
  remote_ip: z.string(),
  remote_port: z.number().int(),
  version: z.string().nullable(),
  /** 1 opened, 0 closed. */
  online: Flag,
  /** What the device used up too much of, so that the server ended the connection; null otherwise. */
  exceeded: z.enum(Object.keys(deviceBudgets) as [DeviceBudgetName, ...DeviceBudgetName[]]).nullable(),
  create_time: UnixTime,
  /** The networks that the member is in now, as far as the caller may see them. */
  networks: z.array(z.object({ network_number: z.string(), network_name: z.string() })),
  /** The outage that began when the connection closed; null if none began: the member is software, was back at once, or the caller may not know. */
  outage: OutageRecord.nullable(),
})
export type ConnectionLog = z.output<typeof ConnectionLog>

export const LoginLog = LoginRecord.extend(NamedRow)
export type LoginLog = z.output<typeof LoginLog>

/** A session with the names of its ends; null where there is no such network or center any more. */
export const SessionLog = DialRecord.extend({ ...NamedRow, network_name: z.string().nullable(), link_note: z.string().nullable() })
export type SessionLog = z.output<typeof SessionLog>

export const logTypes = ['connect', 'online', 'pop_online', 'software_login'] as const
export type LogType = (typeof logTypes)[number]
/** The most rows in one answer of `logs/export` without a format. */
export const LOG_EXPORT_ROWS = 10_000
const logFormats = ['xlsx', 'csv'] as const

/** Days in Shanghai, both included; by default the last seven and today. */
const Days = {
  start_time: Day.optional(),
  end_time: Day.optional(),
  /** The last 24 hours, in place of days. */
  range: z.literal('24h').optional(),
}
/** Only those who came (1), or who went (0). */
const OfEvent = { online: z.enum(['0', '1']).optional() }
/** Filters by one member. A log outlives its members, so the name is not resolved: rows of a deleted member are found too. */
const OfMember = { router_name: lineOfText(0, 64).default('') }
/** Filters by a network: sessions in it, and what its present members did. */
const OfNetwork = { network_number: NetworkNumber.optional() }
const inOrder = { error: 'dayOrder', path: ['end_time'] }

/** Activity of all members of the account: sign-ins, connections and tunnels. */
export const logs = {
  software_login: list('logs/software_login', {
    access: 'owner',
    summary: '软件登录记录',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...OfNetwork, ...Days }).refine(daysInOrder, inOrder),
    row: LoginLog,
  }),
  connect: list('logs/connect', {
    access: 'log.view',
    summary: '连接日志',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...OfNetwork, ...OfEvent, ...Days }).refine(daysInOrder, inOrder),
    row: ConnectionLog,
  }),
  online: list('logs/online', {
    access: 'log.view',
    summary: '在线日志',
    costly: true,
    input: PageQuery.extend({ ...OfMember, ...OfNetwork, ...Days, mode: z.enum(['p2p', 'pop']).default('p2p') }).refine(
      daysInOrder,
      inOrder,
    ),
    row: SessionLog,
  }),
  /** Type `software_login` is for the owner alone. With a format the answer is a file, with any number of rows. */
  export: get('logs/export', {
    access: 'log.view',
    summary: '导出日志；带 format 时直接返回文件，不限行数，否则最多 1 万行，more 为 1 表示还有更多',
    rate: 'heavy',
    costly: true,
    timeout: null,
    input: z
      .strictObject({
        type: z.enum(logTypes),
        format: z.enum(logFormats).optional(),
        search: lineOfText(0, 64).default(''),
        ...OfMember,
        ...OfNetwork,
        ...OfEvent,
        ...Days,
      })
      .refine(daysInOrder, inOrder),
    output: z.union([
      aFile,
      z.object({
        file_name: z.string(),
        data: z.array(z.union([ConnectionLog, LoginLog, SessionLog])),
        /** 1 if there are more rows than these; a file has all of them. */
        more: Flag,
      }),
    ]),
    repeats: ['file_name'],
  }),
}

import { z } from 'zod'
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { AccountNumber, Day, Flag, UnixTime } from '../fields/schemas.ts'
import { OperationRecord } from '../console/operation-log.ts'
import { searchInput } from '../console/search.ts'
import { readCode, readEmail } from '../reading.ts'
import { OperatorPassword, operatorRoles } from './operator.ts'
import { DeskFound } from './search.ts'
import { DeskStart, TroubleState } from './trouble.ts'

const { get, post, list } = endpointsOf('ops')

/** What changed something, what sessions did, such as a sign-in, and what operators only looked at. */
export const auditKinds = ['changes', 'sign_ins', 'views'] as const
export type AuditKind = (typeof auditKinds)[number]

export const Operator = z.object({ username: z.string(), role: z.enum(operatorRoles), totp: Flag })
export type Operator = z.output<typeof Operator>

const Code = z.strictObject({ code: z.string().overwrite(readCode).min(1, 'required').max(6) })

/** The sign-in and session of an operator. */
export const session = {
  login: post('login', {
    access: 'public',
    summary: '运营人员登录',
    done: says.signedIn,
    rate: 'sign_in',
    spends: [{ budget: 'operator_sign_in', at: 'door', target: 'username' }],
    input: z.strictObject({
      username: z.string().overwrite(readEmail).min(1).max(64),
      password: z.string().min(1).max(128),
      /** The authenticator's code, if the operator has one: without it the call answers 401 with `totp` 1. */
      totp: z.string().overwrite(readCode).max(6).default(''),
      /** Replaces a first password: without it the call answers 401 with `new_password` 1. */
      new_password: OperatorPassword.optional(),
    }),
    output: z.object({ access_token: z.string(), token_expire_time: z.number().int(), operator: Operator }),
    audit: 'session',
  }),
  info: get('operator/info', { access: 'operator', summary: '当前运营人员', output: Operator }),
  logout: post('logout', { access: 'operator', summary: '退出登录', done: says.signedOut, audit: 'session' }),
  totp_setup: post('totp_setup', {
    access: 'operator',
    summary: '生成两步验证密钥',
    /** The picture is an SVG in a data URI. */
    output: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    audit: 'session',
  }),
  totp_enable: post('totp_enable', { access: 'operator', summary: '开启两步验证', done: says.started, input: Code, audit: 'session' }),
  totp_disable: post('totp_disable', { access: 'operator', summary: '关闭两步验证', done: says.closed, input: Code, audit: 'session' }),
}

export const Health = z.object({
  /** When it was so, by the server's clock. */
  time: UnixTime.default(() => Math.floor(Date.now() / 1000)),
  version: z.string(),
  /** The processes of the installation, each with the members that it holds. */
  instances: z.array(
    z.object({
      instance_id: z.string(),
      roles: z.array(z.enum(['api', 'gateway', 'jobs'])),
      version: z.string(),
      start_time: UnixTime,
      last_time: UnixTime,
      /** Until when its members count as on their way to another one, because it is stopping; null while it serves. */
      leaving_until: UnixTime.nullable(),
      members: z.number().int(),
    }),
  ),
  members: z.object({ online: z.number().int(), total: z.number().int() }),
  /** The job queue: jobs due and not begun, jobs given up, and the time since which the oldest waits. */
  jobs: z.object({ waiting: z.number().int(), failed: z.number().int(), oldest: UnixTime.nullable() }),
  /** Letters, text messages and webhooks. */
  deliveries: z.object({ queued: z.number().int(), failed: z.number().int() }),
  tickets: z.object({ waiting: z.number().int(), handling: z.number().int() }),
  database: z.object({ bytes: z.number().int(), connections: z.number().int(), answer_ms: z.number() }),
  /** Member connections opened and closed in each hour of the last day. */
  connections: z.array(z.object({ time: UnixTime, online: z.number().int(), offline: z.number().int() })),
  /** The last day in steps of five minutes: the worst value of each; null if none was written, for example because no instance ran. */
  history: z.array(
    z.object({
      time: UnixTime,
      members_online: z.number().int().nullable(),
      answer_ms: z.number().nullable(),
      jobs: z.number().int().nullable(),
      deliveries: z.number().int().nullable(),
      tickets: z.number().int().nullable(),
    }),
  ),
})
export type Health = z.output<typeof Health>

/** What an operator sees first, what they search, the system's health, and the log of who did what. */
export const desk = {
  /** Customers in trouble, and what waits for an operator. Pages read it again when `desk/state` or a count of what waits changes. */
  start: get('desk/start', { access: 'operator', summary: '工作台', output: DeskStart }),
  /** Open pages poll it: it names nobody, so it is not logged. */
  state: get('desk/state', {
    access: 'operator',
    summary: '出故障的客户数和成员数',
    /** One account alone; without it those of all accounts that have been so for a while. */
    input: z.strictObject({ account_number: AccountNumber.optional() }),
    output: TroubleState,
  }),
  search: get('desk/search', { access: 'operator', summary: '搜索客户、设备和工单', input: searchInput, output: DeskFound }),
  audit: list('audit/lists', {
    access: 'operator',
    summary: '操作审计',
    input: PageQuery.omit({ search: true })
      .extend({
        /** The account to show; without it the rows that concern no account. */
        account_number: AccountNumber.optional(),
        /** What changed something, sign-ins and all around them, or what operators only looked at; all without it. */
        kind: z.enum(auditKinds).optional(),
        start_time: Day.optional(),
        end_time: Day.optional(),
      })
      .refine(({ start_time, end_time }) => start_time === undefined || end_time === undefined || start_time <= end_time, {
        error: 'dayOrder',
        path: ['end_time'],
      }),
    row: OperationRecord,
  }),
  health: get('health', { access: 'operator', summary: '运行状况', output: Health }),
}

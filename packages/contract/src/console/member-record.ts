import { z } from 'zod'
import { diagnosisCauses, fixes, nextSteps } from '../diagnosis.ts'
import { PageQuery } from '../endpoint.ts'
import { Day, RouterName, UnixTime } from '../fields/schemas.ts'
import { get, list, post } from './api.ts'
import { MemberCheck, MemberPath } from './member-path.ts'

const One = { router_name: RouterName }
/** A day in Shanghai, or whole Unix seconds in a query; both ends belong to the range. */
const Time = z.union([Day, z.coerce.number().int().min(0).max(253_402_300_799)])

/** One tunnel session of a member, with its bytes: one that it dialled, or, for a center, one that a branch dialled to it. */
export const ConnectionRecord = z.object({
  /** The dialling end's address inside the tunnel, and the address it dialled from. */
  ip: z.string().nullable(),
  origin: z.string().nullable(),
  /** The network; both are empty for a SaaS device, which is in none, and the name for a network that was deleted. */
  network_number: z.string(),
  network_name: z.string(),
  /** The other end: a member's name, null for a POP; and how it is called. */
  peer: z.string().nullable(),
  peer_name: z.string(),
  /** Bytes up and down, as seen from the end that dialled. */
  input: z.number().int(),
  out: z.number().int(),
  session_date: UnixTime,
  /** Seconds; until now while the session lasts. */
  online_time: z.number().int(),
  stop_time: UnixTime.nullable(),
})
export type ConnectionRecord = z.output<typeof ConnectionRecord>

/** One session to a center (p2p) or to a POP. */
export const DialRecord = z.object({
  router_name: z.string(),
  network_number: z.string(),
  /** The center; null for a session to a POP. */
  link_router_name: z.string().nullable(),
  /** The POP and its area; null for a session to a center. */
  pop_name: z.string().nullable(),
  area: z.string().nullable(),
  orig: z.string().nullable(),
  vpn_ip: z.string().nullable(),
  start_time: UnixTime,
  end_time: UnixTime.nullable(),
  online_time: z.number().int(),
})
export type DialRecord = z.output<typeof DialRecord>

export const LoginRecord = z.object({
  router_name: z.string(),
  ip: z.string(),
  os: z.string().nullable(),
  version: z.string().nullable(),
  sys_brand: z.string().nullable(),
  sys_model: z.string().nullable(),
  sys_version: z.string().nullable(),
  create_time: UnixTime,
})
export type LoginRecord = z.output<typeof LoginRecord>

export const Diagnosis = z.object({
  cause: z.enum(diagnosisCauses),
  /** Since when, if known. */
  since: UnixTime.nullable(),
  text: z.string(),
  next: z.string(),
  next_step: z.enum(nextSteps),
  /** What helps, from the console; null if nothing does. */
  fix: z.enum(fixes).nullable().default(null),
  /** A network that the next step is about; null if there is none that the caller may see. */
  network_number: z.string().nullable(),
})
export type Diagnosis = z.output<typeof Diagnosis>

/** When a software member was signed in during the last days, which begin at midnight in Shanghai. */
export const SignedInDays = z.object({
  /** The first midnight. */
  from: UnixTime,
  /** The oldest day first, today last. */
  days: z.array(z.object({ day: z.iso.date(), seconds: z.number().int() })),
  /** The times in which it had a tunnel, the earliest first; the last one ends now if it lasts. */
  spans: z.array(z.object({ start: UnixTime, end: UnixTime })),
  /** Of all these days. */
  seconds: z.number().int(),
})
export type SignedInDays = z.output<typeof SignedInDays>

/** The records of a member, and the cause of its being offline. */
export const memberRecords = {
  connect: list('router/connect', { access: 'member.view', summary: '连接记录', input: PageQuery.extend(One), row: ConnectionRecord }),
  dial: list('router/dial_records', {
    access: 'member.view',
    summary: '拨号记录',
    input: PageQuery.extend({
      ...One,
      mode: z.enum(['p2p', 'pop']).default('p2p'),
      start_time: Time.optional(),
      end_time: Time.optional(),
    }),
    row: DialRecord,
  }),
  login: list('router/login_records', {
    access: 'member.view',
    summary: '登录记录',
    input: PageQuery.omit({ search: true }).extend(One),
    row: LoginRecord,
  }),
  signed_in: get('router/signed_in', { access: 'member.view', summary: '7 天登录时长', input: z.strictObject(One), output: SignedInDays }),
  diagnosis: get('router/diagnosis', { access: 'member.view', summary: '为什么离线', input: z.strictObject(One), output: Diagnosis }),
  check: post('router/diagnose', {
    access: 'network.edit',
    summary: '立即检测',
    input: z.strictObject(One),
    output: MemberCheck,
    rate: 'heavy',
    timeout: 15,
    audit: 'member',
  }),
  path: get('router/path', { access: 'member.view', summary: '连通路径', input: z.strictObject(One), output: MemberPath }),
}

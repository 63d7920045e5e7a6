import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { Flag, SaasName, UnixTime } from '../fields/schemas.ts'
import { get, list } from './api.ts'
import { ConnectionRecord } from './member-record.ts'
import { TrafficHistoryPoint, trafficRanges } from './traffic.ts'

const One = { router_name: SaasName }

/** An acceleration device of the operator at the customer's site. */
export const SaasDevice = z.object({
  router_name: z.string(),
  /** 1 while it has a tunnel to a POP. */
  online: Flag,
  /** In Mbit/s; null if unlimited. */
  bandwidth: z.number().int().nullable(),
  expire_date: UnixTime.nullable(),
  ip: z.array(z.string()),
  /** Seconds since its tunnel came up; null while it has none. */
  online_time: z.number().int().nullable(),
  /** Bytes up and down through the current tunnel, or through the last one while it has none: those of the first of its dials. */
  input: z.number().int(),
  out: z.number().int(),
})
export type SaasDevice = z.output<typeof SaasDevice>

export const SaasInfo = SaasDevice.extend({
  /** In Mbit/s, in place of `bandwidth` between these times; null if none was granted. */
  temp_bandwidth: z.number().int().nullable(),
  temp_start_date: UnixTime.nullable(),
  temp_expire_date: UnixTime.nullable(),
})
export type SaasInfo = z.output<typeof SaasInfo>

/** SaaS devices: the operator registers them, the customer views them. */
export const saas = {
  list: list('saas/router', { access: 'saas.view', summary: 'SaaS 设备列表', input: PageQuery, row: SaasDevice }),
  info: get('saas/info', { access: 'saas.view', summary: 'SaaS 设备详情', input: z.strictObject(One), output: SaasInfo }),
  connect: list('saas/connect', { access: 'saas.view', summary: 'SaaS 设备拨号记录', input: PageQuery.extend(One), row: ConnectionRecord }),
  traffic: get('saas/traffic', {
    access: 'saas.view',
    summary: 'SaaS 设备流量',
    input: z.strictObject({ ...One, range: z.enum(trafficRanges).default('12h') }),
    output: z.array(TrafficHistoryPoint),
  }),
}

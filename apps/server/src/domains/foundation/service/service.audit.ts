import { type ServiceCode, serviceCatalogue } from '@weft/contract'
import type { AuditEntry } from '../audit/audit.service.ts'

interface Held {
  service_code: string
  quantity: number
  start_time: number
  expired_time: number | null
}

const nameOf = (code: string) => serviceCatalogue[code as ServiceCode]['zh-CN']
const amountOf = ({ service_code, quantity }: Held) =>
  `「${nameOf(service_code)}」${quantity} ${serviceCatalogue[service_code as ServiceCode].unit['zh-CN']}`
const day = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit', day: '2-digit' })
const dayOf = (seconds: number | null) => (seconds === null ? '长期有效' : day.format(seconds * 1000))

export const granted = (service: Held): AuditEntry => ({
  area: 'service',
  action: 'grant',
  message: `开通${amountOf(service)}，自 ${dayOf(service.start_time)} 起，到期时间：${dayOf(service.expired_time)}`,
  detail: { after: service },
})

export const renewed = (before: Held, expired_time: number): AuditEntry => ({
  area: 'service',
  action: 'renew',
  message: `续费${amountOf(before)}，到期时间由 ${dayOf(before.expired_time)} 改为 ${dayOf(expired_time)}`,
  detail: { before, after: { ...before, expired_time } },
})

export const revoked = (before: Held): AuditEntry => ({
  area: 'service',
  action: 'revoke',
  message: `终止${amountOf(before)}，原到期时间：${dayOf(before.expired_time)}`,
  detail: { before },
})

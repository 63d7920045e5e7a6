import { branches, hubs } from './company.ts'

/** The routers of both headquarters and the busiest shops. */
export const watched = [...hubs, ...branches.filter(({ mbps }) => mbps > 16)].map(({ router_name }) => router_name)

export const contacts = [
  { name: '曹阳', email: 'caoyang@yunqiao.example', email_verify: 1 },
  { name: '信息部值班', email: 'oncall@yunqiao.example', email_verify: 0 },
] as const

/** Maintenance that begins `inHours` after the load and lasts `hours`. */
export const maintenance = { name: '总部机房 UPS 更换', inHours: 30, hours: 4, router: hubs.map(({ router_name }) => router_name) }

/** Members that were reported offline, how many hours before the load, and after how many minutes they were back; oldest first. */
export const alerts = [
  { hours: 147, minutes: 41, routers: branches.slice(6, 7) },
  { hours: 31, minutes: 9, routers: branches.slice(0, 1) },
  { hours: 6, minutes: 74, routers: branches.slice(4, 7) },
] as const

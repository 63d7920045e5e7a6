import { branches, hubs } from './company.ts'

/** Both headquarters and the busiest shops. */
export const watched = [...hubs, ...branches.filter(({ mbps }) => mbps > 16)].map(({ router_name }) => router_name)

export const contacts = [
  { name: '曹阳', email: 'caoyang@yunqiao.example', email_verify: 1 },
  { name: '信息部值班', email: 'oncall@yunqiao.example', email_verify: 0 },
] as const

/** Begins so many hours after the load, and lasts so many. */
export const maintenance = { name: '总部机房 UPS 更换', inHours: 30, hours: 4, router: hubs.map(({ router_name }) => router_name) }

/** Who was told to be gone, and how many hours before the load; oldest first. */
export const alerts = [
  { hours: 147, routers: branches.slice(6, 7) },
  { hours: 31, routers: branches.slice(0, 1) },
  { hours: 6, routers: branches.slice(4, 7) },
] as const

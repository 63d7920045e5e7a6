import { z } from 'zod'
import { Flag, UnixTime } from '../fields.ts'
import { PageQuery } from '../endpoint.ts'
import { get, list } from './api.ts'

/** What the caller may do: the account's features and the role's rights (all 1 for an owner). */
export const Auth = z.object({
  quagga: Flag,
  quagga_advanced: Flag,
  default_route: Flag,
  easylink: z.object({
    router: z.object({ create: Flag, edit: Flag, delete: Flag }),
    network: z.object({ create: Flag, edit: Flag, delete: Flag, networks: z.array(z.string()) }),
  }),
  monitor: z.object({ view: Flag, create: Flag, edit: Flag, delete: Flag }),
})
export type Auth = z.output<typeof Auth>

export const AccountInfo = z.object({
  username: z.string(),
  nickname: z.string(),
  birthday: z.string().nullable(),
  industry: z.string().nullable(),
  occupation: z.string().nullable(),
  user_phone: z.string().nullable(),
  user_email: z.string().nullable(),
  area_code: z.string().nullable(),
  sign: z.string(),
  message_count: z.number().int(),
  ram: Flag,
  account_number: z.string(),
  default_channel: z.enum(['phone', 'email']).nullable(),
  auth: Auth,
})
export type AccountInfo = z.output<typeof AccountInfo>

export const account = {
  info: get('account/info', { access: 'any', summary: '当前登录者', output: AccountInfo }),
  overview: get('account/overview', {
    access: 'any',
    summary: '运行状况',
    output: z.object({
      networks_usable: z.number().int(),
      networks: z.number().int(),
      members_online: z.number().int(),
      members: z.number().int(),
      /** Services that end within 30 days. */
      expiring: z.number().int(),
      last_login: z.object({ time: UnixTime, address: z.string() }).nullable(),
    }),
  }),
}

export const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  tag: z.string(),
  release_time: UnixTime,
  link: z.string().nullable(),
})
export type Announcement = z.output<typeof Announcement>

export const announcements = {
  list: list('announcements/lists', { access: 'any', summary: '公告列表', input: PageQuery.omit({ search: true }), row: Announcement }),
}

import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { Flag, Password, UnixTime } from '../fields/schemas.ts'
import { XLSX } from '../member.ts'
import { AreaCode, PhoneNumber, isPhone, readPhone } from '../phone.ts'
import { Profile, Sign } from '../profile.ts'
import { allRights, besideAnswered } from '../rights.ts'
import { ServiceCode } from '../services.ts'
import { Email, VerificationCode } from '../verification.ts'
import { file, get, list, post } from './api.ts'
import { security } from './security.ts'

/** The caller's permissions: the account's features and the role's rights (all 1 for an owner). */
export const Auth = z.object({
  quagga: Flag,
  quagga_advanced: Flag,
  default_route: Flag,
  easylink: z.object({
    router: z.object(allRights),
    network: z.object({ ...allRights, networks: z.array(z.string()) }),
  }),
  ...besideAnswered,
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
  /** 1 if the sign-in asks for a second factor. */
  totp: Flag,
  auth: Auth,
  /** The role as which the owner looks at the account, and until when; null if the session is not a view. */
  viewing: z.object({ role_name: z.string(), until: UnixTime }).nullable(),
})
export type AccountInfo = z.output<typeof AccountInfo>

/** Returns a check that a password was typed the same twice; `second` is the field of the repetition. */
export const samePassword =
  (first: string, second: string) =>
  (input: Record<string, unknown>): boolean =>
    input[first] === input[second]

const NewPassword = z
  .strictObject({ new_password: Password, reset_password: Password })
  .refine(samePassword('new_password', 'reset_password'), { error: 'passwordsDiffer', path: ['reset_password'] })
const NewPhone = z
  .strictObject({ area_code: AreaCode, phone: PhoneNumber, code: VerificationCode })
  .overwrite(readPhone)
  .refine(isPhone, { error: 'phone', path: ['phone'] })

/** `ending`: within `EXPIRING_DAYS`. */
export const serviceStates = ['running', 'ending', 'ended'] as const

/** Narrows the services of an account. */
const ServiceFilter = { service_code: ServiceCode.optional(), state: z.enum(serviceStates).optional() }

export const Service = z.object({
  id: z.string(),
  service_code: ServiceCode,
  service_name: z.string(),
  quantity: z.number().int(),
  start_time: UnixTime,
  expired_time: UnixTime.nullable(),
})
export type Service = z.output<typeof Service>

export const ServiceTotal = z.object({
  service_code: ServiceCode,
  service_name: z.string(),
  unit: z.string(),
  /** How many services of this kind run, and their quantities together. */
  count: z.number().int(),
  quantity: z.number().int(),
  /** The end of the one that ends first; null if none ends. */
  next_end: UnixTime.nullable(),
})
export type ServiceTotal = z.output<typeof ServiceTotal>

export const account = {
  ...security,
  info: get('account/info', { access: 'any', summary: '当前登录者', output: AccountInfo }),
  overview: get('account/overview', {
    access: 'any',
    summary: '上次登录',
    output: z.object({ last_login: z.object({ time: UnixTime, address: z.string() }).nullable() }),
  }),
  data: get('account/data', {
    access: 'owner',
    summary: '个人资料',
    output: z.object({
      username: z.string(),
      nickname: z.string(),
      birthday: z.string().nullable(),
      industry: z.string().nullable(),
      occupation: z.string().nullable(),
      update_time: UnixTime,
    }),
  }),
  edit_data: post('account/edit_data', {
    access: 'owner',
    summary: '修改个人资料',
    done: says.saved,
    input: Profile,
    audit: 'account',
    credentials: true,
  }),
  edit_password: post('account/edit_password', {
    access: 'owner',
    summary: '修改密码（需先验证身份）',
    done: says.saved,
    input: NewPassword,
    audit: 'account',
    credentials: true,
    fresh_proof: true,
  }),
  edit_phone: post('account/edit_phone', {
    access: 'owner',
    summary: '绑定或修改手机号',
    done: says.saved,
    input: NewPhone,
    audit: 'account',
    credentials: true,
  }),
  edit_email: post('account/edit_email', {
    access: 'owner',
    summary: '绑定或修改邮箱',
    done: says.saved,
    input: z.strictObject({ email: Email, code: VerificationCode }),
    audit: 'account',
    credentials: true,
  }),
  edit_sign: post('account/edit_sign', {
    access: 'member.edit',
    summary: '修改账号后缀',
    done: says.saved,
    input: z.strictObject({ sign: Sign }),
    spends: [{ budget: 'suffix', at: 'service' }],
    audit: 'account',
  }),
  default_phone: post('account/default_phone', {
    access: 'owner',
    summary: '优先使用手机',
    done: says.saved,
    audit: 'account',
    credentials: true,
  }),
  default_email: post('account/default_email', {
    access: 'owner',
    summary: '优先使用邮箱',
    done: says.saved,
    audit: 'account',
    credentials: true,
  }),
  service: list('account/service', {
    access: 'service.view',
    summary: '我的服务',
    input: PageQuery.omit({ search: true }).extend(ServiceFilter),
    row: Service,
  }),
  /** What runs now, one entry for each kind of service, that which ends soonest first. */
  service_totals: get('account/service_totals', { access: 'service.view', summary: '服务合计', output: z.array(ServiceTotal) }),
  service_file: file('account/service_file', {
    access: 'service.view',
    summary: '导出服务',
    rate: 'heavy',
    input: z.strictObject(ServiceFilter),
    media_type: XLSX,
  }),
}

/** The calls with which a sub-account changes its own login. */
export const ram = {
  password: post('ram/password', {
    access: 'sub_account',
    summary: '子账号修改自己的密码',
    done: says.saved,
    input: z
      .strictObject({ old_password: Password, password: Password, reset_password: Password })
      .refine(samePassword('password', 'reset_password'), { error: 'passwordsDiffer', path: ['reset_password'] }),
    audit: 'account',
    credentials: true,
  }),
}

import { z } from 'zod'
import { says } from '../done.ts'
import { aFile, endpointsOf, PageQuery } from '../endpoint.ts'
import { NetworkSummary } from '../console/network.ts'
import { PopResourceSummary } from '../console/pop.ts'
import { MemberCondition } from '../console/state.ts'
import { AccountNumber, Day, Flag, isSafeKey, lineOfText, RowId, UnixTime } from '../fields/schemas.ts'
import { attentionStates } from '../fields/state.ts'
import { sheetBody, XLSX } from '../member.ts'
import { plain } from '../reading.ts'
import { ServiceCode } from '../services.ts'
import { desk, session } from './desk.ts'
import { opsWorkOrders, pops } from './pop.ts'
import { operators, ownSignIn } from './operators.ts'
import { opsTickets, savedReplies } from './support-ticket.ts'
import { announcements, clientVersions, deadLetters, documents, messages } from './publication.ts'
import { SoldService } from './sold-service.ts'
import { AccountTrouble } from './trouble.ts'

const { get, post, list, file } = endpointsOf('ops')

/** The most services that one call renews. */
export const RENEWED_MAX = 50

export * from './desk.ts'
export * from './device-sheet.ts'
export * from './health-verdict.ts'
export * from './operator.ts'
export * from './operators.ts'
export type { DeskFound } from './search.ts'
export { SoldService } from './sold-service.ts'
export {
  QUEUE_ROWS,
  type QueuedTicket,
  type QueueView,
  queueViews,
  type SavedReply,
  type TicketNote,
  WRITING_SECONDS,
} from './support-ticket.ts'
export * from './ticket-due.ts'
export {
  type AccountTrouble,
  type CustomerTrouble,
  type DeskMember,
  type DeskStart,
  ENDING_DAYS,
  NEW_DEVICE_DAYS,
  RENEW_SECONDS,
  START_ROWS,
  STEADY_SECONDS,
  TROUBLE_ROWS,
  type WaitingTicket,
} from './trouble.ts'
export {
  type AnnouncementState,
  announcementStates,
  type DeskAnnouncement,
  TITLE_MAX,
  UPLOAD_PART_BYTES,
  UPLOAD_SECONDS,
} from './publication.ts'

/** The limit for an operator's search through all accounts or tickets: matches up to this number plus one are counted and paged. */
export const DESK_FOUND = 1000
/** Life of an operator's token in seconds. */
export const OPERATOR_SECONDS = 28_800

const Reason = lineOfText(1, 200)
/** A serial number, not resolved inside one account. It has no `@`, so that it is never the login of a software member. */
const DeviceName = z
  .string()
  .overwrite(plain)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{1,63}$/, 'format.device')
  .refine(isSafeKey, 'format.device')
const OneAccount = z.strictObject({ account_number: AccountNumber })
const PagesOfAccount = PageQuery.pick({ page: true, limit: true }).extend(OneAccount.shape)

export const AccountLimits = z.object({
  network_router_use: z.number().int(),
  network_router_count: z.number().int(),
  network_level: z.number().int(),
  network_center_count: z.number().int(),
  dns_quantity: z.number().int(),
  software: z.number().int(),
  software_max: z.number().int(),
  sub_accounts: z.number().int(),
  sub_accounts_max: z.number().int(),
  quagga: Flag,
  quagga_advanced: Flag,
  default_route: Flag,
})

const AccountRow = z.object({
  account_number: z.string(),
  username: z.string(),
  nickname: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: Flag,
  create_time: UnixTime,
})

/** Which accounts a list or a file shows. */
const AccountFilter = z.strictObject({
  search: PageQuery.shape.search,
  status: z.coerce.number().pipe(Flag).optional(),
  /** 1: the owner has proved a phone or an e-mail address; 0: neither. */
  verified: z.coerce.number().pipe(Flag).optional(),
  /** Has a service that ends within so many days. */
  ending: z.coerce.number().int().min(1).max(366).optional(),
  /** The first and the last day on which they were registered. */
  start_time: Day.optional(),
  end_time: Day.optional(),
})
const inOrder = ({ start_time, end_time }: { start_time?: string | undefined; end_time?: string | undefined }) =>
  start_time === undefined || end_time === undefined || start_time <= end_time
const dayOrder = { error: 'dayOrder', path: ['end_time'] }

export const deviceKinds = ['router', 'saas'] as const
export const deviceStates = ['stock', 'assigned', 'activated'] as const
/** The filters of devices by how they are as members: any that needs attention, or one of these states. */
export const deviceConditions = ['attention', ...attentionStates] as const
export type DeviceCondition = (typeof deviceConditions)[number]
export const Device = z.object({
  router_name: z.string(),
  router_model: z.string(),
  router_mac: z.string().nullable(),
  kind: z.enum(deviceKinds),
  account_number: z.string().nullable(),
  /** What the account is called; null without one. */
  nickname: z.string().nullable(),
  state: z.enum(deviceStates),
  bandwidth: z.number().int().nullable(),
  expire_date: UnixTime.nullable(),
  create_time: UnixTime,
  /** What its customer has of a router: its name, how it is, and its networks; null in stock, and of a SaaS device. */
  member: z
    .object({
      note: z.string(),
      ...MemberCondition.shape,
      networks: z.array(NetworkSummary.pick({ network_number: true, network_name: true })),
    })
    .nullable()
    .default(null),
})
export type Device = z.output<typeof Device>

export const opsContract = {
  session,
  ownSignIn,
  operators,
  desk,
  accounts: {
    list: list('accounts/lists', {
      access: 'operator',
      summary: '账号列表',
      input: PageQuery.extend(AccountFilter.shape).refine(inOrder, dayOrder),
      row: AccountRow,
    }),
    /** The accounts that the list with this filter shows, contacts masked as there. */
    export: file('accounts/export', {
      access: 'operator',
      summary: '导出账号列表',
      input: AccountFilter.refine(inOrder, dayOrder),
      media_type: XLSX,
      rate: 'heavy',
      audit: 'account',
      writes: true,
    }),
    info: get('accounts/info', {
      access: 'operator',
      summary: '账号详情',
      input: OneAccount,
      output: AccountRow.extend({ limits: AccountLimits, services: z.array(SoldService) }),
    }),
    /** What is wrong at one customer. An open page reads it again when `desk/state` of this customer changes. */
    trouble: get('accounts/trouble', { access: 'operator', summary: '账号现在的问题', input: OneAccount, output: AccountTrouble }),
    networks: list('accounts/networks', {
      access: 'operator',
      summary: '账号的组网',
      input: PagesOfAccount,
      row: NetworkSummary,
    }),
    pops: list('accounts/pops', { access: 'operator', summary: '账号的 POP 资源', input: PagesOfAccount, row: PopResourceSummary }),
    disable: post('accounts/disable', {
      access: 'ops.accounts.admin',
      summary: '停用账号',
      input: OneAccount.extend({ reason: Reason }),
      audit: 'account',
    }),
    enable: post('accounts/enable', {
      access: 'ops.accounts.admin',
      summary: '启用账号',
      input: OneAccount.extend({ reason: Reason }),
      audit: 'account',
    }),
    login_link: post('accounts/login_link', {
      access: 'ops.accounts.admin',
      summary: '生成授权登录链接',
      input: OneAccount.extend({ reason: Reason }),
      output: z.object({ url: z.string() }),
      audit: 'account',
    }),
    reset_totp: post('accounts/reset_totp', {
      access: 'ops.accounts.admin',
      summary: '关闭账号的两步验证（遗失验证器和恢复码时）',
      input: OneAccount.extend({ reason: Reason }),
      audit: 'account',
    }),
  },
  services: {
    catalogue: get('services/catalogue', {
      access: 'operator',
      summary: '服务目录',
      output: z.array(z.object({ service_code: ServiceCode, service_name: z.string(), unit: z.string(), grantable: Flag })),
    }),
    expiring: list('services/expiring', {
      access: 'operator',
      summary: '即将到期的服务',
      input: PageQuery.omit({ search: true }).extend({ days: z.coerce.number().int().min(1).max(366).default(30) }),
      row: SoldService,
    }),
    grant: post('services/grant', {
      access: 'ops.services',
      summary: '开通服务',
      input: OneAccount.extend({
        service_code: ServiceCode,
        quantity: z.number().int().min(1).max(1_000_000),
        start_time: UnixTime,
        expired_time: UnixTime.nullable().default(null),
      }),
      output: z.object({ id: z.string() }),
      // Whether its services run is a fact of each member of the account.
      processor_ms: 200,
      audit: 'service',
      idempotent: true,
    }),
    renew: post('services/renew', {
      access: 'ops.services',
      summary: '续费服务',
      input: z.strictObject({ id: RowId, expired_time: UnixTime }),
      audit: 'service',
    }),
    /** Renews several services of one account, or none. It is refused if the end of one was changed since the caller looked. */
    renew_all: post('services/renew_all', {
      access: 'ops.services',
      summary: '续费多项服务',
      input: z.strictObject({
        services: z
          .array(z.strictObject({ id: RowId, seen_expired_time: UnixTime, expired_time: UnixTime }))
          .min(1, 'required')
          .max(RENEWED_MAX),
      }),
      processor_ms: 500,
      audit: 'service',
    }),
    revoke: post('services/revoke', {
      access: 'ops.services',
      summary: '终止服务',
      input: z.strictObject({ id: RowId }),
      audit: 'service',
    }),
  },
  devices: {
    /**
     * The newest first; with `condition` the worst and then the longest first. `search` matches parts of the number, model and MAC address,
     * and of the name, or the whole account number. At most `MOST_FOUND` devices and one more are counted.
     */
    list: list('devices/lists', {
      access: 'operator',
      summary: '设备列表',
      input: PageQuery.extend({
        kind: z.enum(deviceKinds).optional(),
        state: z.enum(deviceStates).optional(),
        condition: z.enum(deviceConditions).optional(),
        account_number: AccountNumber.optional(),
      }),
      row: Device,
    }),
    template: file('devices/template', { access: 'operator', summary: '批量登记设备模板', media_type: XLSX }),
    /** Registers all devices of a list or none. The answer is a file with their activation codes, which are shown only here. */
    batch: post('devices/batch', {
      access: 'ops.devices',
      summary: '批量登记设备',
      body: sheetBody,
      rate: 'heavy',
      media_type: XLSX,
      output: aFile,
      timeout: null,
      audit: 'device',
    }),
    register: post('devices/register', {
      access: 'ops.devices',
      summary: '登记设备',
      input: z.strictObject({
        router_name: DeviceName,
        router_model: lineOfText(1, 64),
        router_mac: z
          .string()
          .overwrite(plain)
          .regex(/^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$/, 'format.mac')
          .nullable()
          .default(null),
        kind: z.enum(deviceKinds),
        bandwidth: z.number().int().min(1).max(100_000).nullable().default(null),
        expire_date: UnixTime.nullable().default(null),
      }),
      output: z.object({ activation_code: z.string() }),
      audit: 'device',
    }),
    assign: post('devices/assign', {
      access: 'ops.devices',
      summary: '分配设备',
      input: OneAccount.extend({ router_name: DeviceName }),
      audit: 'device',
    }),
    release: post('devices/release', {
      access: 'ops.devices',
      summary: '收回设备',
      input: z.strictObject({ router_name: DeviceName }),
      output: z.object({ activation_code: z.string() }),
      audit: 'device',
    }),
    temp_bandwidth: post('devices/temp_bandwidth', {
      access: 'ops.devices',
      summary: '设置 SaaS 设备的临时带宽',
      done: says.saved,
      input: z
        .strictObject({
          router_name: DeviceName,
          temp_bandwidth: z.number().int().min(1).max(100_000),
          temp_start_date: UnixTime,
          temp_expire_date: UnixTime,
        })
        .refine(({ temp_start_date, temp_expire_date }) => temp_start_date < temp_expire_date, {
          error: 'tempOrder',
          path: ['temp_expire_date'],
        }),
      audit: 'device',
    }),
  },
  pops,
  workOrders: opsWorkOrders,
  tickets: opsTickets,
  savedReplies,
  announcements,
  documents,
  clientVersions,
  messages,
  deadLetters,
}

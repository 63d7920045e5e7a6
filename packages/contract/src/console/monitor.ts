import { DAY_SECONDS } from '../day.ts'
import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { type AlertEvent, alertEvents } from '../fields/alert.ts'
import { ContactId, Day, Flag, IncidentId, lineOfText, MaintenanceId, neverEmpty, RouterName, UnixTime } from '../fields/schemas.ts'
import { plain, readUrl } from '../reading.ts'
import { Email } from '../verification.ts'
import { file, get, list, post } from './api.ts'
import { daysInOrder } from './operation-log.ts'

/** The channels on which alerts are sent. */
export const alertChannels = ['portal', 'email', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** One event in an alert. */
export const AlertLine = z.object({
  event: z.enum(alertEvents),
  /** False if it is bad, true if it is good again; a member that came online is good. */
  good: z.boolean(),
  /** When it happened, in Unix seconds. */
  time: UnixTime,
  /** A sentence without its time. */
  text: z.string(),
  router_name: z.string().optional(),
  /** Of a line about one network. */
  network_number: z.string().optional(),
  /** The incident in 「告警记录」 that it is about. */
  incident_id: z.string().optional(),
})
export type AlertLine = z.output<typeof AlertLine>
/** The content of one alert: the first lines, and how many more there are. */
export const AlertContent = z.object({ lines: z.array(AlertLine), more: z.number().int() })
export type AlertContent = z.output<typeof AlertContent>

/** Each alert is a flag of its own. */
const events = Object.fromEntries(alertEvents.map((event) => [event, Flag])) as Record<AlertEvent, typeof Flag>
const channels = { portal_confirm: Flag, email_confirm: Flag, webhook_confirm: Flag }
const Settings = z.strictObject({ ...channels, ...events })
/** The switches of alerts that a caller leaves out stay as they are. */
const SettingsInput = z.strictObject({ ...channels, ...z.strictObject({ watch_new: Flag, ...events }).partial().shape })
/** The most members that one account may watch. An account may have that many; more alerts could not be read. */
export const MONITOR_ROUTERS_MAX = 20_000
export const MonitorSettings = SettingsInput.extend({ router: z.array(RouterName).max(MONITOR_ROUTERS_MAX) })
export type MonitorSettings = z.output<typeof MonitorSettings>

export const MonitorConfig = Settings.extend({
  enable: Flag,
  /** 1 if hardware that is assigned to the account is watched from then on. */
  watch_new: Flag,
  /** Names of the members that are watched. */
  router: z.array(z.string()),
  /** 1 if the owner has an e-mail address, and that address in part. */
  email_bound: Flag,
  email: z.string().nullable(),
  contacts: z.number().int(),
  contacts_verified: z.number().int(),
})
export type MonitorConfig = z.output<typeof MonitorConfig>

export const MonitorRouter = z.object({ router_name: z.string(), note: z.string(), router_type: z.literal(1) })
export type MonitorRouter = z.output<typeof MonitorRouter>

export const alertDeliveryStates = ['queued', 'sent', 'failed'] as const
export const AlertDelivery = z.object({
  id: z.string(),
  /** The events in the alert, worded as in its title. */
  event: z.string(),
  channel: z.enum(alertChannels),
  /** The recipient, in part. */
  target: z.string(),
  state: z.enum(alertDeliveryStates),
  tries: z.number().int(),
  /** The receiver's answer, or why it was not reached. */
  answer: z.string(),
  create_time: UnixTime,
  done_time: UnixTime.nullable(),
  content: AlertContent,
})
export type AlertDelivery = z.output<typeof AlertDelivery>

/** `open` and `closed`: whether it lasts. `unacknowledged`: nobody has acknowledged it. */
export const incidentStates = ['open', 'closed', 'unacknowledged'] as const
export type IncidentStateFilter = (typeof incidentStates)[number]

/** One thing that went wrong, from when it began until it was over, with who acknowledged it. */
export const Incident = z.object({
  id: z.string(),
  kind: z.enum(alertEvents),
  /** The member that it is about, with its name and kind; null if it is about none. */
  router_name: z.string().nullable(),
  note: z.string(),
  router_type: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** 1 if there is no such member any more. */
  deleted: Flag,
  /** The network that it is about; null if it is about none, or about all. */
  network_number: z.string().nullable(),
  /** The subject if it is not the member itself: a network, a service, 「POP 上海」. */
  subject: z.string(),
  open_time: UnixTime,
  /** Null while it lasts. */
  close_time: UnixTime.nullable(),
  /** Seconds that it has lasted. */
  seconds: z.number().int(),
  /** 1 if it began in a maintenance window. */
  muted: Flag,
  ack_name: z.string().nullable(),
  ack_time: UnixTime.nullable(),
  /** How many deliveries were made of it, and how many of these failed. */
  deliveries: z.number().int(),
  failed: z.number().int(),
  /** On which channels, and whether a delivery on it failed. */
  channels: z.array(z.object({ channel: z.enum(alertChannels), failed: Flag })).default([]),
  /** How many branches were lost with it, of a center, and how many of these are not back. */
  branches: z.number().int(),
  branches_away: z.number().int(),
})
export type Incident = z.output<typeof Incident>

/** Days that the figures of the page of incidents are about. */
export const INCIDENT_DAYS = 30

/** What lasts now, and how the last days were beside those before, as far as the caller may see it; each counted up to `MOST_FOUND` and one more. */
export const IncidentSummary = z.object({
  /** Incidents that last, and those that nobody has acknowledged. */
  open: z.number().int(),
  unacknowledged: z.number().int(),
  /** How many began in the last `INCIDENT_DAYS` days, and in as many days before. */
  lately: z.number().int(),
  before: z.number().int(),
  /** Half of those that are over were over within so many seconds; null if none is. */
  half_within: z.number().int().nullable(),
  /** The member with the most of them, of those with more than one; null if there is none. */
  most: z.object({ router_name: z.string(), note: z.string(), count: z.number().int() }).nullable(),
})
export type IncidentSummary = z.output<typeof IncidentSummary>

/** A branch that was lost with the center that an incident is about. */
export const IncidentBranch = z.object({
  router_name: z.string(),
  note: z.string(),
  router_type: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** 1 if there is no such member any more. */
  deleted: Flag,
  lost_time: UnixTime,
  /** Null while it is away, which may be longer than its center. */
  back_time: UnixTime.nullable(),
  /** Seconds that it has been away. */
  seconds: z.number().int(),
})
export type IncidentBranch = z.output<typeof IncidentBranch>

const IncidentFilter = {
  state: z.enum(incidentStates).optional(),
  kind: z.enum(alertEvents).optional(),
  /** The incidents of a member, and those of centers that took it along. An incident outlives its member, so the name is not resolved. */
  router_name: lineOfText(0, 64).default(''),
  /** Days in Shanghai in which it began, both included; all if left out. */
  start_time: Day.optional(),
  end_time: Day.optional(),
  /** The last 24 hours, in place of days. */
  range: z.literal('24h').optional(),
}
const inOrder = { error: 'dayOrder', path: ['end_time'] }
export const MAINTENANCE_NAME_MAX = 24
/** The most windows of one account, including those that have ended and are not deleted. */
export const MAINTENANCE_MAX = 200
/** The longest that one window may last, in seconds. */
export const MAINTENANCE_SECONDS_MAX = 31 * DAY_SECONDS
export const NewMaintenance = z
  .strictObject({
    name: lineOfText(1, MAINTENANCE_NAME_MAX),
    /** Left out with a duration: the window begins now, by the server's clock. */
    start_time: UnixTime.optional(),
    /** Either when it ends, or for how many seconds it lasts. */
    end_time: UnixTime.optional(),
    duration: z.number().int().min(1).max(MAINTENANCE_SECONDS_MAX).optional(),
    /** An empty list means all members. */
    router: neverEmpty(z.array(RouterName).max(MONITOR_ROUTERS_MAX).default([])),
  })
  .superRefine(({ start_time, end_time, duration }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', message, path: [field] })
    if (duration !== undefined) {
      if (end_time !== undefined) refuse('end_time', 'endOrDuration')
      else if (start_time !== undefined && !UnixTime.safeParse(start_time + duration).success) refuse('duration', 'maintenanceLength')
      return
    }
    if (start_time === undefined) refuse('start_time', 'required')
    if (end_time === undefined) refuse('end_time', 'required')
    if (start_time === undefined || end_time === undefined) return
    if (end_time <= start_time) refuse('end_time', 'maintenanceOrder')
    else if (end_time - start_time > MAINTENANCE_SECONDS_MAX) refuse('end_time', 'maintenanceLength')
  })
export const Maintenance = z.object({
  id: z.string(),
  name: z.string(),
  start_time: UnixTime,
  end_time: UnixTime,
  router: z.array(z.string()),
})
export type Maintenance = z.output<typeof Maintenance>

/** The alert settings of an account, and the alerts that it was sent. */
export const monitor = {
  config: get('monitor/config', { access: 'monitor.view', summary: '告警设置', output: MonitorConfig }),
  /** The hardware members; a software client is offline whenever its person stops work. */
  routers: get('monitor/routers', { access: 'monitor.view', summary: '可监控的成员', output: z.array(MonitorRouter) }),
  enable: post('monitor/enable', { access: 'monitor.create', summary: '开启监控', done: says.started, audit: 'monitor' }),
  setting: post('monitor/setting', {
    access: 'monitor.edit',
    summary: '保存告警设置',
    done: says.saved,
    input: MonitorSettings,
    audit: 'monitor',
  }),
  close: post('monitor/close', { access: 'monitor.delete', summary: '关闭监控', done: says.closed, audit: 'monitor' }),
  deliveries: list('monitor/deliveries', {
    access: 'monitor.view',
    summary: '告警通知',
    input: PageQuery.omit({ search: true }).extend({
      incident_id: IncidentId.optional(),
      channel: z.enum(alertChannels).optional(),
      state: z.enum(alertDeliveryStates).optional(),
    }),
    row: AlertDelivery,
  }),
  incidents: list('monitor/incidents', {
    access: 'monitor.view',
    summary: '告警记录',
    costly: true,
    input: PageQuery.extend({
      ...IncidentFilter,
      /** `open`: those that last before the others; left out, the newest first. */
      order: z.literal('open').optional(),
    }).refine(daysInOrder, inOrder),
    row: Incident,
  }),
  incident_summary: get('monitor/incident_summary', { access: 'monitor.view', summary: '告警概况', costly: true, output: IncidentSummary }),
  incident_branches: list('monitor/incident_branches', {
    access: 'monitor.view',
    summary: '随中心失联的分支',
    input: PageQuery.omit({ search: true }).extend({ incident_id: IncidentId }),
    row: IncidentBranch,
  }),
  incident_acknowledge: post('monitor/incident_acknowledge', {
    access: 'monitor.edit',
    summary: '确认告警',
    input: z.strictObject({ incident_id: IncidentId }),
    audit: 'monitor',
  }),
  incident_export: file('monitor/incident_export', {
    access: 'monitor.view',
    summary: '导出告警记录',
    rate: 'heavy',
    input: PageQuery.omit({ page: true, limit: true }).extend(IncidentFilter).refine(daysInOrder, inOrder),
    media_type: 'text/csv; charset=utf-8',
  }),
  maintenance_lists: list('monitor/maintenance_lists', {
    access: 'monitor.view',
    summary: '维护窗口列表',
    input: PageQuery.omit({ search: true }),
    row: Maintenance,
  }),
  maintenance_create: post('monitor/maintenance_create', {
    access: 'monitor.edit',
    summary: '添加维护窗口',
    done: says.saved,
    input: NewMaintenance,
    output: z.object({ id: z.string() }),
    audit: 'monitor',
  }),
  maintenance_delete: post('monitor/maintenance_delete', {
    access: 'monitor.edit',
    summary: '删除维护窗口',
    done: says.deleted,
    input: z.strictObject({ id: MaintenanceId }),
    audit: 'monitor',
  }),
}

export const CONTACT_NAME_MAX = 24
export const CONTACTS_MAX = 100
/** Seconds between two verification letters to one contact's address. */
export const CONTACT_LETTER_SECONDS = 60
const ContactName = lineOfText(1, CONTACT_NAME_MAX)
export const NewContact = z.strictObject({ name: ContactName, email: Email })
const OneContact = z.strictObject({ uuid: ContactId })
export const Contact = z.object({ uuid: z.string(), name: z.string(), email: z.string(), email_verify: Flag })
export type Contact = z.output<typeof Contact>

/** People who get alerts by mail besides the owner; each address must be proved first. */
export const contacts = {
  lists: list('contacts/lists', { access: 'monitor.view', summary: '联系人列表', input: PageQuery.omit({ search: true }), row: Contact }),
  info: get('contacts/info', { access: 'monitor.view', summary: '联系人', input: OneContact, output: Contact }),
  create: post('contacts/create', {
    access: 'monitor.edit',
    summary: '添加联系人',
    done: says.saved,
    spends: [{ budget: 'destination', at: 'door' }],
    input: NewContact,
    output: OneContact,
    audit: 'monitor',
  }),
  edit: post('contacts/edit', {
    access: 'monitor.edit',
    summary: '编辑联系人',
    done: says.saved,
    spends: [{ budget: 'destination', at: 'door' }],
    input: NewContact.extend({ uuid: ContactId }),
    audit: 'monitor',
  }),
  delete: post('contacts/delete', {
    access: 'monitor.edit',
    summary: '删除联系人',
    done: says.deleted,
    input: OneContact,
    audit: 'monitor',
  }),
  send_validate_email: post('contacts/send_validate_email', {
    access: 'monitor.edit',
    summary: '发送验证邮件',
    done: says.sent,
    input: OneContact,
    spends: [{ budget: 'contact_letter', at: 'service' }],
    audit: 'monitor',
  }),
  /** The call behind the link in a letter that proves a contact's address. */
  validate_email: post('contacts/validate_email', {
    access: 'public',
    summary: '验证联系人邮箱',
    done: says.emailProved,
    rate: 'sign_in',
    input: z.strictObject({ s: z.string().overwrite(plain).min(1, 'required').max(128) }),
    audit: 'monitor',
  }),
}

export const webhookTypes = ['dingtalk', 'feishu', 'wecom', 'other'] as const
export type WebhookType = (typeof webhookTypes)[number]
/** The host of each kind of group robot; `other` may be any. */
export const webhookHosts: Record<WebhookType, string | undefined> = {
  dingtalk: 'oapi.dingtalk.com',
  feishu: 'open.feishu.cn',
  wecom: 'qyapi.weixin.qq.com',
  other: undefined,
}
/** Which kinds of webhook are signed: always, never, or if a secret is given. */
export const webhookSecrets: Record<WebhookType, 'needed' | 'none' | 'optional'> = {
  dingtalk: 'needed',
  feishu: 'needed',
  wecom: 'none',
  other: 'optional',
}
/** Shown in place of the hidden part of an address, and of a secret. */
export const MASKED = '******'
export const WEBHOOK_URL_MAX = 1000
export const WEBHOOK_SECRET_MAX = 200

const isAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
/** A masked address or secret that is sent back unchanged means the stored one; an empty secret means none. */
export const WebhookInput = z
  .strictObject({
    type: z.enum(webhookTypes, 'webhookType'),
    url: z.string().overwrite(readUrl).min(1, 'required').max(WEBHOOK_URL_MAX).refine(isAddress, 'webhookAddress'),
    secret: lineOfText(0, WEBHOOK_SECRET_MAX).default(''),
  })
  .refine(({ type, secret }) => webhookSecrets[type] !== 'needed' || secret !== '', { error: 'required', path: ['secret'] })
export type WebhookInput = z.output<typeof WebhookInput>
export const WebhookConfig = z.object({
  type: z.enum(webhookTypes),
  /** Masked after the host. */
  url: z.string(),
  /** Masked; empty if there is none. */
  secret: z.string(),
})
export type WebhookConfig = z.output<typeof WebhookConfig>

/** The group robot or the program that receives alerts. */
export const webhook = {
  config: get('webhook/config', { access: 'monitor.view', summary: 'Webhook 配置', output: WebhookConfig.nullable() }),
  setting: post('webhook/setting', {
    access: 'monitor.edit',
    summary: '保存 Webhook',
    done: says.saved,
    spends: [{ budget: 'destination', at: 'door' }],
    input: WebhookInput,
    audit: 'monitor',
  }),
  test: post('webhook/test', {
    access: 'monitor.edit',
    summary: '发送测试消息',
    done: says.sent,
    rate: 'heavy',
    spends: [{ budget: 'webhook_test', at: 'door' }],
    input: WebhookInput,
    output: z.object({ status: z.number().int(), elapsed_ms: z.number().int() }),
    audit: 'monitor',
  }),
  delete: post('webhook/delete', { access: 'monitor.edit', summary: '删除 Webhook', done: says.deleted, audit: 'monitor' }),
}

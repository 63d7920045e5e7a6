import type { AlertContent, AlertEvent } from '@weft/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

interface Delivery {
  delivery_id: string
  account_id: number | null
  channel: 'mail' | 'sms' | 'portal' | 'webhook'
  template: string
  language: 'zh-CN' | 'en'
  sealed: SealedText | null
  masked_target: string
  state: Generated<'queued' | 'sent' | 'failed'>
  tries: Generated<number>
  next_time: ColumnType<number, Date, Date>
  reason: string | null
  answer: string | null
  expire_time: NullableTime
  create_time: ColumnType<number, Date, Date>
  done_time: NullableTime
  /** The alert that this delivery sends. */
  alert_id: string | null
}

interface Contact {
  account_id: number
  uuid: string
  name: string
  email: string
  email_verify: Generated<Flag>
  create_time: Time
}

interface ContactLink {
  link_hash: Buffer
  account_id: number
  uuid: string
  email: string
  expire_time: ColumnType<number, Date, Date>
}

interface Monitor extends Record<AlertEvent, Generated<Flag>> {
  account_id: number
  enable: Generated<Flag>
  portal_confirm: Generated<Flag>
  email_confirm: Generated<Flag>
  webhook_confirm: Generated<Flag>
  watch_new: Generated<Flag>
  tell_time: NullableTime
  create_time: Time
  update_time: Time
}

interface MonitorRouter {
  account_id: number
  router_name: string
}

/** Written by triggers of `member` and `network_link`. */
interface AlertWatch {
  account_id: number
  router_name: string
  /** Empty for the control connection; `network_number/ov_id` for a link to a POP. */
  link: string
  alerted: Flag
  seen: Flag
  since: ColumnType<number, Date, Date>
  hold: NullableTime
  behind: Generated<Flag>
}

interface ServiceAlert {
  account_id: number
  service_id: number
  expired_time: ColumnType<number, Date, Date>
  days: number
}

interface Maintenance {
  account_id: number
  id: Id
  name: string
  start_time: ColumnType<number, Date, Date>
  end_time: ColumnType<number, Date, Date>
  router: string[]
  create_time: Time
}

interface Webhook {
  account_id: number
  type: 'dingtalk' | 'feishu' | 'wecom' | 'other'
  /** Sealed, like `sealed_secret`. */
  sealed_url: SealedText
  sealed_secret: SealedText | null
  update_time: Time
}

interface Alert {
  account_id: number
  alert_id: string
  title: string
  content: ColumnType<AlertContent, string, never>
  create_time: ColumnType<number, Date, Date>
}

interface Incident {
  account_id: number
  incident_id: Id
  kind: AlertEvent
  subject_key: string
  subject: Generated<string>
  router_name: string | null
  network_number: string | null
  outage_id: number | null
  open_time: ColumnType<number, Date, Date>
  close_time: NullableTime
  muted: Generated<Flag>
  pending: Generated<0 | 1 | 2>
  ack_time: NullableTime
  ack_name: string | null
}

interface IncidentAlert {
  account_id: number
  incident_id: number
  alert_id: string
}

/** A branch that was lost with the center that an incident is about. */
interface IncidentBranch {
  account_id: number
  incident_id: number
  router_name: string
  lost_time: ColumnType<number, Date, Date>
  back_time: NullableTime
}

export interface MonitorTables {
  delivery: Delivery
  contact: Contact
  contact_link: ContactLink
  monitor: Monitor
  monitor_router: MonitorRouter
  alert_watch: AlertWatch
  service_alert: ServiceAlert
  maintenance: Maintenance
  webhook: Webhook
  alert: Alert
  incident: Incident
  incident_alert: IncidentAlert
  incident_branch: IncidentBranch
}

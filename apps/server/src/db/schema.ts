import type {
  AlertContent,
  DefaultRoute,
  DirectoryOutcome,
  DirectoryProblem,
  DirectoryType,
  Metric,
  ServicePort,
  TicketStatus,
  TicketType,
} from '@weft/contract'
import type { PatchEntry, PrefixRule, TwinLink } from '@weft/member-config'
import type { ColumnType, Generated, Insertable, Updateable } from 'kysely'

/** Read as whole Unix seconds, as the wire wants them; written as a Date or by the database's clock. */
export type Time = ColumnType<number, Date | undefined, Date>
type NullableTime = ColumnType<number | null, Date | null | undefined, Date | null>
type Flag = 0 | 1
type Id = Generated<number>

export interface Account {
  account_id: Id
  account_number: string
  sign: string
  status: Generated<Flag>
  network_usable: Generated<Flag>
  create_time: Time
}
export interface Login {
  login_id: Id
  account_id: number
  /** 0 the owner, 1 a sub-account, 2 an access key */
  ram: 0 | 1 | 2
  username: string
  nickname: string
  password_hash: string
  birthday: string | null
  industry: string | null
  occupation: string | null
  area_code: string | null
  phone: string | null
  email: string | null
  default_channel: 'phone' | 'email' | null
  role_id: number | null
  status: Generated<Flag>
  create_time: Time
  update_time: Time
  login_time: NullableTime
  login_address: string | null
  previous_login_time: NullableTime
  previous_login_address: string | null
  /** Sealed. */
  totp_secret: string | null
  totp_time: NullableTime
  totp_last_step: Generated<number>
}
export interface LoginName {
  name_key: string
  account_id: number
  login_id: number
}
export interface Role {
  role_id: Id
  account_id: number
  name: string
  note: Generated<string>
  member_create: Generated<Flag>
  member_edit: Generated<Flag>
  member_delete: Generated<Flag>
  network_create: Generated<Flag>
  network_edit: Generated<Flag>
  network_delete: Generated<Flag>
  monitor_create: Generated<Flag>
  monitor_edit: Generated<Flag>
  monitor_delete: Generated<Flag>
  /** 1 once networks were designated: then the role sees those in `role_network` alone, even when none is left. */
  confined: Generated<Flag>
  create_time: Time
  update_time: Time
}
export interface RoleNetwork {
  account_id: number
  role_id: number
  network_number: string
}
export interface Session {
  session_id: string
  account_id: number
  login_id: number
  /** `key`: of an access key, whose login is of its own. */
  kind: 'password' | 'link' | 'key'
  cookie_hash: Buffer | null
  create_time: ColumnType<number, Date, Date>
  last_time: ColumnType<number, Date, Date>
  expire_time: ColumnType<number, Date, Date>
  revoke_time: NullableTime
  revoke_reason: string | null
  verified_until: NullableTime
  address: string
  user_agent: string
}
export interface SessionToken {
  token_hash: Buffer
  account_id: number
  session_id: string
  issue_time: ColumnType<number, Date, Date>
  rotate_time: NullableTime
}
export interface SocketTicket {
  ticket_hash: Buffer
  session_id: string
  expire_time: ColumnType<number, Date, Date>
}
export interface Captcha {
  uniqid: string
  code: string
  expire_time: ColumnType<number, Date, Date>
}
export interface SignInFailure {
  failure_key: Buffer
  failures: number
  last_time: ColumnType<number, Date, Date>
}
export interface RateWindow {
  rate_key: string
  window_start: ColumnType<number, Date, Date>
  calls: number
}
export interface Service {
  id: Id
  account_id: number
  service_code: string
  quantity: number
  start_time: ColumnType<number, Date, Date>
  expired_time: NullableTime
  revoke_time: NullableTime
  create_time: Time
}
export interface Device {
  router_name: string
  account_id: number | null
  kind: 'router' | 'saas'
  router_model: string
  router_mac: string | null
  bandwidth: number | null
  expire_date: NullableTime
  activation_hash: Buffer | null
  activate_time: NullableTime
  csr: string | null
  service_id: number | null
  temp_bandwidth: number | null
  temp_start_date: NullableTime
  temp_expire_date: NullableTime
  create_time: Time
}
export interface Member {
  account_id: number
  router_name: string
  /** 3, a SaaS device, is written and never read: it is no member. */
  router_type: ColumnType<1 | 2, 1 | 2 | 3, never>
  note: Generated<string>
  area_code: string | null
  phone: string | null
  password_hash: string | null
  password_sealed: string | null
  status: Generated<Flag>
  online_status: Generated<Flag>
  online: Generated<Flag>
  os: string | null
  version: string | null
  router_model: string | null
  router_mac: string | null
  router_ipv4: string | null
  sys_brand: string | null
  sys_model: string | null
  sys_version: string | null
  interfaces: ColumnType<unknown, string | undefined, string>
  gateway_id: string | null
  connection_id: string | null
  connect_time: NullableTime
  report_time: NullableTime
  boot_id: string | null
  config_revision: Generated<number>
  applied_revision: Generated<number>
  applied_hash: string | null
  config_error: string | null
  event_seq: Generated<number>
  create_time: Time
}
export interface MemberCredential {
  credential_hash: Buffer
  account_id: number
  router_name: string
  create_time: Time
}
export interface Network {
  account_id: number
  network_number: string
  network_name: string
  mode: Generated<1 | 2 | 3>
  ncp_ciphers: Generated<'default' | 'sm'>
  revision: Generated<number>
  dns: Generated<string[]>
  routing_type: Generated<1 | 2>
  main_router: string | null
  secondary_router: string | null
  center_link: ColumnType<TwinLink, string | undefined, string>
  fr_pending: ColumnType<FrPending | null, string | null | undefined, string | null>
  create_time: Time
  update_time: Time
}
/** A POP resource that waits for the address pool to be looked at; `until` in Unix seconds. */
export interface FrPending {
  network_fr_id: string
  mode: 1 | 2 | 3
  until: number
}
export interface NetworkMember {
  account_id: number
  network_number: string
  router_name: string
  router_type: 1 | 2
  member_type: 'center' | 'point'
  default_route: Generated<DefaultRoute>
  metric: Metric | null
  quagga: Generated<Flag>
  software_mode: 1 | 2 | 3 | null
  ov_main: number | null
  ov_backup: number | null
  prefix: ColumnType<PrefixRule[], string | undefined, string>
  create_time: Time
}
export interface NetworkCenter {
  account_id: number
  network_number: string
  router_name: string
  router_segment: string
  software_segment: string
  router_port: ColumnType<ServicePort, string | undefined, string>
  software_port: ColumnType<ServicePort, string | undefined, string>
}
export interface NetworkLink {
  account_id: number
  network_number: string
  kind: Generated<'center' | 'twin' | 'pop'>
  /** Of a link to a POP: its area. */
  ov_id: number | null
  /** A center, or a POP by its agent's name. */
  center_router_name: string
  /** The center, generated; null of a link to a POP. */
  center_key: ColumnType<string | null, never, never>
  router_name: string
  enable: Generated<Flag>
  vpn_ip: string
  vpn_online: Generated<Flag>
  vpn_online_since: NullableTime
  /** Written by a trigger. */
  change_time: Generated<number>
}
export interface NetworkRevision {
  account_id: number
  network_number: string
  revision: number
  create_time: Time
  by_name: string | null
  by_kind: 'login' | 'operator' | 'system'
  summary: string
  patch: ColumnType<PatchEntry[], string, never>
  guarded: Generated<string[]>
  guard_until: NullableTime
  reverted: Generated<Flag>
}
export interface Pop {
  id: Id
  name: string
  pop_name: string
  region: string
  public_ip: string
  port: number
  capacity: number
  create_time: Time
}
export interface NetworkFr {
  account_id: number
  network_fr_id: Id
  shortname: string
  bandwidth: number
  service_id: number | null
  running: Generated<Flag>
  network_number: string | null
  segment: string
  other_segment: string
  create_time: Time
}
export interface NetworkFrArea {
  account_id: number
  ov_id: Id
  network_fr_id: number
  pop_id: number
  area: string
  slot: Generated<number>
  router_segment: string
  software_segment: string
}
export interface NetworkTicket {
  account_id: number
  network_ticket_number: string
  network_number: string
  network_name: string
  network_ticket_type: 1001
  network_ticket_status: Generated<1 | 2 | 3 | 4>
  bandwidth: number
  expired_time: number
  pop: string[]
  pop_conf: ColumnType<Record<string, string[]>, string, string>
  network_fr_id: number | null
  create_time: Time
  accept_time: NullableTime
  complete_time: NullableTime
  cancel_time: NullableTime
}
export interface SupportTicket {
  account_id: number
  ticket_number: string
  login_id: number | null
  create_name: string
  ticket_title: string
  ticket_content: string
  ticket_type: TicketType
  ticket_status: Generated<TicketStatus>
  create_time: Time
  waiting_since: NullableTime
  grade: number | null
  appraisal: string | null
  /** Written by the database. */
  words: ColumnType<string, never, never>
}
export interface SupportTicketReply {
  account_id: number
  ticket_number: string
  reply_id: Id
  side: 'customer' | 'support'
  reply_name: string
  dialogue_content: string
  reply_time: Time
}
export interface SupportTicketFile {
  account_id: number
  file_id: string
  login_id: number | null
  operator_id: number | null
  ticket_number: string | null
  reply_id: number | null
  position: Generated<number>
  create_time: Time
}
export interface SavedReply {
  id: Id
  title: string
  content: string
  create_time: Time
}
export interface NetworkAuthority {
  account_id: number
  network_number: string
  certificate: string
  /** Sealed, both. */
  sealed_key: string
  sealed_tls_crypt: string
  create_time: Time
}
export interface Announcement {
  id: Id
  title: string
  tag: Generated<string>
  link: string | null
  content: Generated<string>
  release_time: ColumnType<number, Date, Date>
}
export interface Message {
  message_id: Id
  account_id: number
  /** Of one login of the account; null for every one. */
  login_id: number | null
  title: string
  type: string
  content: string
  create_time: Time
}
export interface MessageState {
  account_id: number
  login_id: number
  message_id: number
  read_time: NullableTime
  delete_time: NullableTime
}
export interface VerificationCode {
  code_key: Buffer
  account_id: number | null
  code_hash: Buffer
  tries: Generated<number>
  delivery_id: string | null
  expire_time: ColumnType<number, Date, Date>
}
export interface CodeQuota {
  quota_key: Buffer
  window_start: ColumnType<number, Date, Date>
  sent: number
  last_time: ColumnType<number, Date, Date>
  delivery_id: string | null
}
export interface Recovery {
  recovery_hash: Buffer
  account_id: number | null
  login_id: number | null
  decoy: string | null
  proved_key: Buffer | null
  expire_time: ColumnType<number, Date, Date>
}
export interface Delivery {
  delivery_id: string
  account_id: number | null
  channel: 'mail' | 'sms' | 'portal' | 'webhook'
  template: string
  language: 'zh-CN' | 'en'
  sealed: string | null
  masked_target: string
  state: Generated<'queued' | 'sent' | 'failed'>
  tries: Generated<number>
  next_time: ColumnType<number, Date, Date>
  reason: string | null
  answer: string | null
  expire_time: NullableTime
  create_time: ColumnType<number, Date, Date>
  done_time: NullableTime
  /** The alert that it tells. */
  alert_id: string | null
}
export interface TotpRecoveryCode {
  account_id: number
  login_id: number
  code_hash: Buffer
}
export interface TotpChallenge {
  challenge_hash: Buffer
  account_id: number
  login_id: number
  tries: Generated<number>
  expire_time: ColumnType<number, Date, Date>
}
export interface LoginDevice {
  account_id: number
  login_id: number
  device_hash: Buffer
  create_time: ColumnType<number, Date, Date>
  last_time: ColumnType<number, Date, Date>
}
export interface AccountSign {
  sign_key: string
  account_id: number
  create_time: Time
}
export interface Contact {
  account_id: number
  uuid: string
  name: string
  email: string
  email_verify: Generated<Flag>
  create_time: Time
}
export interface ContactLink {
  link_hash: Buffer
  account_id: number
  uuid: string
  email: string
  expire_time: ColumnType<number, Date, Date>
}
export interface Monitor {
  account_id: number
  enable: Generated<Flag>
  portal_confirm: Generated<Flag>
  email_confirm: Generated<Flag>
  webhook_confirm: Generated<Flag>
  router_online: Generated<Flag>
  router_offline: Generated<Flag>
  service_expired: Generated<Flag>
  pop_connect: Generated<Flag>
  tell_time: NullableTime
  create_time: Time
  update_time: Time
}
export interface MonitorRouter {
  account_id: number
  router_name: string
}
/** Written by triggers of `member` and `network_link`. */
export interface AlertWatch {
  account_id: number
  router_name: string
  /** Empty for the control connection; of a link to a POP `network_number/ov_id`. */
  link: string
  told: Flag
  seen: Flag
  since: Time
  hold: NullableTime
  behind: Generated<Flag>
}
export interface ServiceAlert {
  account_id: number
  service_id: number
  expired_time: Time
  days: number
}
export interface Maintenance {
  account_id: number
  id: Id
  name: string
  start_time: ColumnType<number, Date, Date>
  end_time: ColumnType<number, Date, Date>
  router: string[]
  create_time: Time
}
export interface Webhook {
  account_id: number
  type: 'dingtalk' | 'feishu' | 'wecom' | 'other'
  /** Sealed, both. */
  sealed_url: string
  sealed_secret: string | null
  update_time: Time
}
export interface Alert {
  account_id: number
  alert_id: string
  title: string
  content: ColumnType<AlertContent, string, never>
  create_time: ColumnType<number, Date, Date>
}
export interface StoredFile {
  file_id: string
  media_type: string
  size: number
  sha256: string
  create_time: Time
}
export interface FileChunk {
  file_id: string
  position: number
  bytes: Buffer
}
export interface Document {
  id: Id
  parent_id: number | null
  title: string
  content: Generated<string>
  plain: Generated<string>
  position: Generated<number>
  source: string | null
  update_time: Time
}
export interface DocumentFile {
  document_id: number
  file_id: string
  file_name: string
}
export interface ClientVersion {
  id: Id
  system: 'windows' | 'macos' | 'android' | 'ios' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
  file_name: string | null
  file_id: string | null
  store_url: string | null
  release_time: Time
}
export interface UploadRow {
  upload_id: string
  system: 'windows' | 'android' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
  file_name: string
  received: Generated<number>
  create_time: ColumnType<number, Date, Date>
}
export interface Idempotency {
  account_id: number
  login_id: number
  idempotency_key: string
  path: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null, string>
  create_time: Time
}
export interface OperatorIdempotency {
  operator_id: number
  idempotency_key: string
  path: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null, string>
  create_time: Time
}
export interface Operator {
  operator_id: Id
  username: string
  password_hash: string
  role: 'support' | 'network' | 'sales' | 'admin'
  status: Generated<Flag>
  create_time: Time
  /** Sealed. */
  totp_secret: string | null
  totp_time: NullableTime
  totp_last_step: Generated<number>
}
export interface OperatorSession {
  token_hash: Buffer
  operator_id: number
  create_time: ColumnType<number, Date, Date>
  expire_time: ColumnType<number, Date, Date>
  address: string
}
export interface GatewayInstance {
  gateway_id: string
  start_time: Time
  last_time: Time
}
export interface JobMark {
  job: string
  last_time: ColumnType<number, Date, Date>
}
export interface ConnectLog {
  account_id: number
  router_name: string
  remote_ip: string
  remote_port: number
  version: string | null
  online: Flag
  create_time: ColumnType<number, Date, never>
}
export interface TunnelSession {
  account_id: number
  network_number: string
  router_name: string
  link_router_name: string
  orig: string | null
  vpn_ip: string | null
  start_time: ColumnType<number, Date, never>
  end_time: NullableTime
  input: Generated<number>
  out: Generated<number>
  mode: Generated<'p2p' | 'pop' | 'saas'>
  area: string | null
}
export interface SoftwareLoginLog {
  account_id: number
  router_name: string
  ip: string
  os: string | null
  version: string | null
  sys_brand: string | null
  sys_model: string | null
  sys_version: string | null
  create_time: ColumnType<number, Date, never>
}
export interface TrafficMinute {
  account_id: number
  router_name: string
  interface: string
  time: ColumnType<number, Date, never>
  down: number
  upload: number
}
/** Bytes of an hour, or of a day in Shanghai, and the rates of the busiest minute in bit/s. */
export interface TrafficSum extends TrafficMinute {
  peak_down: number
  peak_upload: number
}
export interface TrafficLate {
  account_id: number
  router_name: string
  hour: ColumnType<number, Date, never>
}
export interface TrafficRolled {
  one: Generated<boolean>
  until: ColumnType<number, Date, Date>
}
/** Written by `audit_append` alone. */
export interface Audit {
  account_id: number
  seq: number
  create_time: ColumnType<number, never, never>
  actor_kind: 'owner' | 'sub_account' | 'operator' | 'system'
  actor_id: number | null
  actor_name: string
  address: string | null
  area: string
  action: string
  message: string
  detail: ColumnType<unknown, never, never>
  prev_hash: Buffer
  hash: Buffer
}

/** What the lists of members search and sort by, kept by the database. */
export interface MemberText {
  account_id: number
  router_name: string
  router_type: 1 | 2
  create_time: ColumnType<number, never, never>
  words: string
}
/** How many members of a kind an account has, kept by the database; without a row none. */
export interface MemberCount {
  account_id: number
  router_type: 1 | 2
  members: number
}

/** Kept by the database, until the logs hold nothing of that member any more. */
export interface FormerMember {
  account_id: number
  router_name: string
  delete_time: ColumnType<number, never, never>
}

export interface Directory {
  account_id: number
  sync_mode: 1 | 2
  domain: string
  host: string
  port: number
  base_dn: string
  use_ssl: Flag
  use_tls: Flag
  ca_id: string | null
  username: string
  password_sealed: string | null
  type: DirectoryType
  network_number: string | null
  snapshot_hash: string | null
  snapshot_time: NullableTime
  /** 0 once the synchronisation was stopped. */
  status: Generated<Flag>
  /** 1: the next synchronisation may remove many. */
  accept_fewer: Generated<Flag>
  next_time: NullableTime
  runner_until: NullableTime
  progress_done: Generated<number>
  progress_total: Generated<number>
  sync_time: NullableTime
  sync_ms: number | null
  outcome: ColumnType<DirectoryOutcome | null, string | null | undefined, string | null>
  create_time: Time
  update_time: Time
}
export interface DirectoryCa {
  account_id: number
  ca_id: string
  file_name: string
  certificate: string
  subject: string
  not_after: ColumnType<number, Date, never>
  create_time: Time
}
export interface DirectoryDomain {
  account_id: number
  domain: string
  verify_time: Time
}
export interface DirectoryCheckRow {
  account_id: number
  digest: Buffer
  check_time: ColumnType<number, Date, Date>
}
export interface DirectoryUserRow {
  account_id: number
  uuid: string
  username: string
  description: string
  disabled: Flag
  problem: DirectoryProblem | null
}
export interface DirectoryMember {
  account_id: number
  uuid: string
  router_name: string
  username: string
  description: string
  disabled: Generated<Flag>
}

export interface Database {
  account: Account
  login: Login
  login_name: LoginName
  role: Role
  role_network: RoleNetwork
  session: Session
  session_token: SessionToken
  socket_ticket: SocketTicket
  captcha: Captcha
  sign_in_failure: SignInFailure
  rate_window: RateWindow
  service: Service
  device: Device
  member: Member
  member_credential: MemberCredential
  member_text: MemberText
  member_count: MemberCount
  former_member: FormerMember
  network: Network
  network_member: NetworkMember
  network_center: NetworkCenter
  network_link: NetworkLink
  network_revision: NetworkRevision
  pop: Pop
  network_fr: NetworkFr
  network_fr_area: NetworkFrArea
  network_ticket: NetworkTicket
  network_authority: NetworkAuthority
  support_ticket: SupportTicket
  support_ticket_reply: SupportTicketReply
  support_ticket_file: SupportTicketFile
  saved_reply: SavedReply
  announcement: Announcement
  message: Message
  message_state: MessageState
  verification_code: VerificationCode
  code_quota: CodeQuota
  recovery: Recovery
  delivery: Delivery
  totp_recovery_code: TotpRecoveryCode
  totp_challenge: TotpChallenge
  login_device: LoginDevice
  account_sign: AccountSign
  directory: Directory
  directory_ca: DirectoryCa
  directory_domain: DirectoryDomain
  directory_check: DirectoryCheckRow
  directory_user: DirectoryUserRow
  directory_member: DirectoryMember
  contact: Contact
  contact_link: ContactLink
  monitor: Monitor
  monitor_router: MonitorRouter
  alert_watch: AlertWatch
  service_alert: ServiceAlert
  maintenance: Maintenance
  webhook: Webhook
  alert: Alert
  stored_file: StoredFile
  file_chunk: FileChunk
  document: Document
  document_file: DocumentFile
  client_version: ClientVersion
  upload: UploadRow
  idempotency: Idempotency
  operator_idempotency: OperatorIdempotency
  operator: Operator
  operator_session: OperatorSession
  gateway_instance: GatewayInstance
  job_mark: JobMark
  connect_log: ConnectLog
  tunnel_session: TunnelSession
  software_login_log: SoftwareLoginLog
  traffic_minute: TrafficMinute
  traffic_hour: TrafficSum
  traffic_day: TrafficSum
  traffic_late: TrafficLate
  traffic_rolled: TrafficRolled
  audit: Audit
}

export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowChange<T extends keyof Database> = Updateable<Database[T]>

import type { ColumnType, Generated } from 'kysely'
import type { Flag, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

interface Device {
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

interface Member {
  account_id: number
  router_name: string
  /** 3, a SaaS device, is written and never read: it is no member. */
  router_type: ColumnType<1 | 2, 1 | 2 | 3, never>
  note: Generated<string>
  province: Generated<string>
  city: Generated<string>
  tags: Generated<string[]>
  area_code: string | null
  phone: string | null
  password_hash: string | null
  password_sealed: SealedText | null
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
  returning_until: NullableTime
  /** From when on its outages are known: its first connection; null if it never connected. */
  watched_since: NullableTime
  boot_id: string | null
  config_revision: Generated<number>
  applied_revision: Generated<number>
  applied_hash: string | null
  config_error: string | null
  /** When it last reported that it runs a configuration, or that it cannot. */
  settle_time: NullableTime
  event_seq: Generated<number>
  create_time: Time
  /** Written by the database. */
  change_time: ColumnType<number, never, never>
}

interface MemberCredential {
  credential_hash: Buffer
  /** SHA-256 of the first credential of the activation or sign-in that this credential goes back to. */
  enrolment: Buffer
  account_id: number
  router_name: string
  bearer_login: Generated<boolean>
  /** When it was last used, to the day; null until it is used. */
  use_time: NullableTime
  create_time: Time
}

/** The text that the lists of members search and sort by, kept by the database. */
interface MemberText {
  account_id: number
  router_name: string
  router_type: 1 | 2
  create_time: ColumnType<number, never, never>
  words: string
}

/** The tags of members, one a row, kept by the database. */
interface MemberTag {
  account_id: number
  /** In small letters. */
  folded: string
  router_name: string
  tag: string
}

/** Number of members of each kind in an account, kept by the database; no row means none. */
interface MemberCount {
  account_id: number
  router_type: 1 | 2
  members: number
}

/** Kept by the database until the logs hold nothing of that member any more. */
interface FormerMember {
  account_id: number
  router_name: string
  /** The name that it had last. */
  note: string
  delete_time: ColumnType<number, never, never>
}

/** How a member is, over all its networks. Of `network/state`. */
interface MemberStateRow {
  account_id: number
  router_name: string
  router_type: 1 | 2
  name: string
  online: 0 | 1
  online_status: 0 | 1
  rank: number
  severity: number
  state: string
  cause: string | null
  since: NullableTime
  apart_severity: number
  apart_state: string
  apart_cause: string | null
  apart_since: NullableTime
  up: number
  lost: number
  behind: boolean
  up_time: NullableTime
  lost_time: NullableTime
}

/** How a member is in one network. Of `network/state`. */
interface MembershipStateRow {
  account_id: number
  network_number: string
  router_name: string
  router_type: 1 | 2
  severity: number
  state: string
  cause: string | null
  since: NullableTime
  up: number
  lost: number
  behind: boolean
  up_time: NullableTime
  lost_time: NullableTime
  /** The same as in its `member_state`, and whether it is a device that ever connected. Null where no program of this version has judged it. */
  member_online: 0 | 1 | null
  member_rank: number | null
  member_watched: boolean | null
}

/** A member whose facts a transaction changed. Of `network/state`. */
interface StateTouched {
  xact: number
  account_id: number
  router_name: string
}

/** A link that gives a profile once. Of `member/vpn-profile`. */
interface ProfileLink {
  link_hash: Buffer
  link_id: string
  account_id: number
  network_number: string
  router_name: string
  login_id: number
  session_id: string
  create_time: ColumnType<number, Date, never>
  expire_time: ColumnType<number, Date, Date>
  use_time: NullableTime
  use_system: Generated<string>
}

export interface MemberTables {
  device: Device
  member: Member
  member_credential: MemberCredential
  member_state: MemberStateRow
  membership_state: MembershipStateRow
  state_touched: StateTouched
  member_text: MemberText
  member_tag: MemberTag
  member_count: MemberCount
  former_member: FormerMember
  profile_link: ProfileLink
}

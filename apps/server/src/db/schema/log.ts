import type { AttentionState, DiagnosisCause } from '@weft/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, NullableTime } from './columns.ts'

interface ConnectLog {
  account_id: number
  router_name: string
  remote_ip: string
  remote_port: number
  version: string | null
  online: Flag
  /** What the member used up too much of, if its connection was ended for that: a name of `deviceBudgets`. */
  exceeded: Generated<string | null>
  create_time: ColumnType<number, Date, never>
}

/** A time in which a member needed attention. */
interface Outage {
  account_id: number
  outage_id: Generated<number>
  router_name: string
  state: AttentionState
  cause: DiagnosisCause
  /** The lost center that caused it. */
  behind: string | null
  start_time: ColumnType<number, Date, Date>
  /** Null while it lasts. */
  end_time: NullableTime
}

interface TunnelSession {
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

interface SoftwareLoginLog {
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

interface TrafficMinute {
  account_id: number
  router_name: string
  interface: string
  time: ColumnType<number, Date, never>
  down: number
  upload: number
}

/** Bytes of an hour, or of a day in Shanghai, and the rates of the busiest minute in bit/s. */
interface TrafficSum extends TrafficMinute {
  peak_down: number
  peak_upload: number
}

/** Bytes of five minutes over the sites of a network; '' is all networks of the account. */
interface NetworkTraffic {
  account_id: number
  network_number: string
  time: ColumnType<number, Date, never>
  down: number
  upload: number
}

interface TrafficLate {
  account_id: number
  router_name: string
  hour: ColumnType<number, Date, never>
}

/** How far minutes are summed. */
interface Rolled {
  one: Generated<boolean>
  until: ColumnType<number, Date, Date>
}

/** Packets through a link and their times in milliseconds, of a minute, a quarter of an hour or an hour. */
interface Quality {
  account_id: number
  network_number: string
  router_name: string
  center_router_name: string
  time: ColumnType<number, Date, never>
  sent: number
  reflected: number
  received: number
  rtt_min: number | null
  rtt_p50: number | null
  rtt_p95: number | null
  rtt_max: number | null
  jitter_out: number | null
  jitter_back: number | null
  longest_gap: number
  reordered: number
}

interface QualityUsual {
  account_id: number
  network_number: string
  router_name: string
  center_router_name: string
  rtt: number
}
interface QualityLate {
  account_id: number
  network_number: string
  router_name: string
  quarter: ColumnType<number, Date, never>
}

/** Written by `audit_append` alone. */
interface Audit {
  account_id: number
  seq: number
  create_time: ColumnType<number, never, never>
  actor_kind: 'owner' | 'sub_account' | 'access_key' | 'operator' | 'system'
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

/** The end of each account's chain, written by `audit_append` alone. */
interface AuditHead {
  account_id: number
  seq: number
  hash: Buffer
}

export interface LogTables {
  connect_log: ConnectLog
  tunnel_session: TunnelSession
  outage: Outage
  software_login_log: SoftwareLoginLog
  traffic_minute: TrafficMinute
  traffic_hour: TrafficSum
  traffic_day: TrafficSum
  traffic_late: TrafficLate
  network_traffic: NetworkTraffic
  traffic_rolled: Rolled
  quality_minute: Quality
  quality_quarter: Quality
  quality_hour: Quality
  quality_usual: QualityUsual
  quality_late: QualityLate
  quality_rolled: Rolled
  audit: Audit
  audit_head: AuditHead
}

import type {
  DefaultRoute,
  Metric,
  NetworkChange,
  NetworkImpact,
  NetworkOptions,
  ServicePort,
  WorkOrderEntry,
  WorkOrderState,
} from '@weft/contract'
import type { PatchEntry, PrefixRule, CenterLinkSettings } from '@weft/member-config'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

/** Each has a default: its value in `newNetworkOptions`. */
type OptionColumns = { [Name in keyof NetworkOptions]: Generated<NetworkOptions[Name]> }

interface Network extends OptionColumns {
  account_id: number
  network_number: string
  network_name: string
  revision: Generated<number>
  dns: Generated<string[]>
  routing_type: Generated<1 | 2>
  main_router: string | null
  secondary_router: string | null
  center_link: ColumnType<CenterLinkSettings, string | undefined, string>
  fr_pending: ColumnType<FrPending | null, string | null | undefined, string | null>
  create_time: Time
  update_time: Time
}

/** A POP resource that waits until the address pool has been checked; `until` in Unix seconds. */
export interface FrPending {
  network_fr_id: string
  mode: 1 | 2 | 3
  until: number
}

interface NetworkMember {
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
  /** The last revision of the network that touched the member, the configuration revision that it got by it, and whether it was connected. */
  touched_revision: Generated<number>
  touched_config: Generated<number>
  touched_online: Generated<Flag>
  /** When the member first answered a configuration as late as `touched_config`, with success or without; null before. */
  touched_settled: NullableTime
  create_time: Time
}

interface NetworkCenter {
  account_id: number
  network_number: string
  router_name: string
  router_segment: string
  software_segment: string
  router_port: ColumnType<ServicePort, string | undefined, string>
  software_port: ColumnType<ServicePort, string | undefined, string>
}

interface NetworkLink {
  account_id: number
  network_number: string
  kind: Generated<'center' | 'twin' | 'pop' | 'p2p'>
  /** The area of a link to a POP. */
  ov_id: number | null
  /** A center, a point that listens, or a POP by its agent's name. */
  center_router_name: string
  /** The center, generated; null for a link to a POP. */
  center_key: ColumnType<string | null, never, never>
  router_name: string
  enable: Generated<Flag>
  vpn_ip: string
  vpn_online: Generated<Flag>
  vpn_online_since: NullableTime
  /** When it went down; null while it is up, and if it never was since it was configured. */
  vpn_offline_since: NullableTime
  /** Written by a trigger. */
  change_time: Generated<number>
}

interface NetworkRevision {
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
  impact: ColumnType<NetworkImpact[], string | undefined, never>
  /** The patch and the effects of each change of a draft; one for all of a draft with many. Empty if the revision is no draft. */
  steps: ColumnType<{ patch: PatchEntry[]; impact: NetworkImpact[] }[], string | undefined, never>
  /** The revision whose settings this one restored. */
  restores: number | null
}

interface NetworkDraft {
  account_id: number
  network_number: string
  version: number
  changes: ColumnType<NetworkChange[], string, string>
  base_revision: number
  author: string
  comment: Generated<string>
  create_time: Time
  update_time: Time
}

interface AddressTrial {
  account_id: number
  network_number: string
  router_name: string
  service: 'hardware' | 'software' | 'twin'
  former: ColumnType<ServicePort, string, never>
  present: ColumnType<ServicePort, string, string>
  revision: number
  since: Time
  dialled_by: string[]
  looked_at: Time | null
  unused_since: Time | null
  tries: Generated<number>
  tried_at: Time | null
}

interface Pop {
  id: Id
  name: string
  pop_name: string
  region: string
  public_ip: string
  port: number
  capacity: number
  create_time: Time
}

/** Belongs to the operator: no account sees its rows. */
interface PopAgent {
  pop_name: string
  activation_hash: Buffer | null
  activate_time: NullableTime
  csr: string | null
  online_status: Generated<Flag>
  version: string | null
  gateway_id: string | null
  connection_id: string | null
  connect_time: NullableTime
  report_time: NullableTime
  boot_id: string | null
  config_revision: Generated<number>
  config_hash: string | null
  applied_revision: Generated<number>
  applied_hash: string | null
  config_error: string | null
  event_seq: Generated<number>
}

/** The counterpart of `member_credential` for POPs. */
interface PopCredential {
  credential_hash: Buffer
  enrolment: Buffer
  pop_name: string
  use_time: NullableTime
  create_time: Time
}

interface NetworkFr {
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

interface NetworkFrArea {
  account_id: number
  ov_id: Id
  network_fr_id: number
  pop_id: number
  area: string
  slot: Generated<number>
  router_segment: string
  software_segment: string
}

interface NetworkTicket {
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
  dialogue: ColumnType<'asked' | 'answered' | null, 'asked' | 'answered' | null | undefined, 'asked' | 'answered' | null>
  reject_time: NullableTime
  /** Computed by the database from status, dialogue and rejection. */
  state: Generated<WorkOrderState>
  /** Given by the database; null of an order from before there were such numbers, until it gets one. */
  no: Generated<number | null>
}

interface NetworkTicketEntry {
  account_id: number
  network_ticket_number: string
  id: Id
  kind: WorkOrderEntry['kind']
  author: string
  content: string
  create_time: Time
}

interface NetworkAuthority {
  account_id: number
  network_number: string
  certificate: string
  /** The one before it, of the same key; null until it was renewed. */
  former_certificate: Generated<string | null>
  /** The end of the former certificate while that one is valid, otherwise of the present one; null if it is not known yet. */
  expire_time: ColumnType<number | null, Date | null | undefined, Date | null>
  /** Sealed, like `sealed_tls_crypt`. */
  sealed_key: SealedText
  sealed_tls_crypt: SealedText
  create_time: Time
}

interface NetworkCertificate {
  account_id: number
  network_number: string
  router_name: string
  certificate: string
  csr_hash: Buffer
  serves: boolean
  expire_time: ColumnType<number, Date, Date>
}

export interface NetworkTables {
  network: Network
  network_member: NetworkMember
  network_center: NetworkCenter
  network_link: NetworkLink
  network_revision: NetworkRevision
  network_draft: NetworkDraft
  address_trial: AddressTrial
  pop: Pop
  pop_agent: PopAgent
  pop_credential: PopCredential
  network_fr: NetworkFr
  network_fr_area: NetworkFrArea
  network_ticket: NetworkTicket
  network_ticket_entry: NetworkTicketEntry
  network_authority: NetworkAuthority
  network_certificate: NetworkCertificate
}

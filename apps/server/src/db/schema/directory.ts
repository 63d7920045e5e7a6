import type { DirectoryOutcome, DirectoryProblem, DirectoryType } from '@weft/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

interface Directory {
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
  password_sealed: SealedText | null
  type: DirectoryType
  network_number: string | null
  /** The hardware member through which the directory is reached; null over the internet. */
  router_name: string | null
  snapshot_hash: string | null
  snapshot_time: NullableTime
  /** 0 once the synchronisation was stopped. */
  status: Generated<Flag>
  /** 1 if the next synchronisation may remove many users. */
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

interface DirectoryCa {
  account_id: number
  ca_id: string
  file_name: string
  certificate: string
  subject: string
  not_after: ColumnType<number, Date, never>
  create_time: Time
}

interface DirectoryDomain {
  account_id: number
  domain: string
  verify_time: Time
}

interface DirectoryCheckRow {
  account_id: number
  digest: Buffer
  check_time: ColumnType<number, Date, Date>
}

interface DirectoryUserRow {
  account_id: number
  uuid: string
  username: string
  description: string
  disabled: Flag
  problem: DirectoryProblem | null
}

interface DirectoryMember {
  account_id: number
  uuid: string
  router_name: string
  username: string
  description: string
  disabled: Generated<Flag>
}

interface DirectoryExchange {
  account_id: number
  exchange_id: string
  part: number
  body: string
  create_time: Time
}

export interface DirectoryTables {
  directory: Directory
  directory_ca: DirectoryCa
  directory_domain: DirectoryDomain
  directory_check: DirectoryCheckRow
  directory_user: DirectoryUserRow
  directory_member: DirectoryMember
  directory_exchange: DirectoryExchange
}

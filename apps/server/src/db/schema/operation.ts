import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'
import type { Role } from '../../kernel/settings.ts'

interface OperatorIdempotency {
  operator_id: number
  idempotency_key: string
  path: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null, string>
  create_time: Time
}

interface Operator {
  operator_id: Id
  username: string
  password_hash: string
  role: 'support' | 'network' | 'sales' | 'admin'
  status: Generated<Flag>
  create_time: Time
  /** Sealed. */
  totp_secret: SealedText | null
  totp_time: NullableTime
  totp_last_step: Generated<number>
  /** 1 until a sign-in replaces a password that another operator chose. */
  first_password: Generated<Flag>
  last_login_time: NullableTime
  /** When the latest lock after wrong tries ends. */
  locked_until: NullableTime
  /** Number of times the operator was unlocked: wrong tries are counted under it, so a new number starts the count again. */
  unlocks: Generated<number>
}

interface OperatorSession {
  token_hash: Buffer
  operator_id: number
  create_time: ColumnType<number, Date, Date>
  expire_time: ColumnType<number, Date, Date>
  address: string
  session_id: Generated<string>
  user_agent: Generated<string>
  last_time: Time
  revoke_time: NullableTime
  verified_until: NullableTime
}

/** A process of the installation, and its lease. */
interface Instance {
  instance_id: string
  roles: Generated<Role[]>
  version: Generated<string>
  start_time: Time
  last_time: Time
  leaving_until: NullableTime
  worker_pools: Generated<string[]>
}

/** A center that is being interrupted, or may be: the other centers of its network wait. */
interface CenterTurn {
  account_id: number
  network_number: string
  router_name: string
  instance_id: string
  until: ColumnType<number, Date, Date>
  /** True for a new certificate: nobody gives the turn back. */
  ends_by_itself: Generated<boolean>
}

/** One operation that a call asks of one member. */
interface MemberOperation {
  account_id: number
  operation_id: string
  op_id: Generated<string>
  network_number: string
  router_name: string
  kind: 'kill_user' | 'respawn'
  data: ColumnType<unknown, string | null | undefined, string | null>
  create_time: Time
  expire_time: ColumnType<number, Date, Date>
  connection_id: string | null
  end_time: NullableTime
  error: string | null
}

interface JobMark {
  job: string
  last_time: ColumnType<number, Date, Date>
}

interface HealthSample {
  sample_time: ColumnType<number, Date, Date>
  answer_ms: number
  jobs: number
  deliveries: number
  tickets: number
  members_online: number
}

/** Text that the installation's secret must open: one row, written by the first start. */
interface Installation {
  one: Generated<boolean>
  sealed_digest_keys: SealedText
}

export interface OperationTables {
  installation: Installation
  operator_idempotency: OperatorIdempotency
  operator: Operator
  operator_session: OperatorSession
  instance: Instance
  center_turn: CenterTurn
  operation: MemberOperation
  job_mark: JobMark
  health_sample: HealthSample
}

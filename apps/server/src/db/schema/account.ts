import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

interface Account {
  account_id: Id
  account_number: string
  sign: string
  status: Generated<Flag>
  network_usable: Generated<Flag>
  create_time: Time
  /** Written by the database. */
  words: ColumnType<string, never, never>
}

interface Login {
  login_id: Id
  account_id: number
  /** 0: the owner, 1: a sub-account, 2: an access key. */
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
  totp_secret: SealedText | null
  totp_time: NullableTime
  totp_last_step: Generated<number>
}

interface LoginName {
  name_key: string
  account_id: number
  login_id: number
}

interface Role {
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
  member_view: Generated<Flag>
  network_view: Generated<Flag>
  monitor_view: Generated<Flag>
  ticket_view: Generated<Flag>
  ticket_create: Generated<Flag>
  ticket_edit: Generated<Flag>
  ticket_delete: Generated<Flag>
  log_view: Generated<Flag>
  service_view: Generated<Flag>
  saas_view: Generated<Flag>
  directory_view: Generated<Flag>
  directory_edit: Generated<Flag>
  download_view: Generated<Flag>
  operation_log_view: Generated<Flag>
  /** 1 once networks were designated: then the role sees only those in `role_network`, even when none is left. */
  confined: Generated<Flag>
  /** 1 if the role sees the members of its designated networks alone. */
  by_network: Generated<Flag>
  /** 1 once tags were given: then the role sees only members that carry one of `role_tag`. */
  by_tag: Generated<Flag>
  create_time: Time
  update_time: Time
}

interface RoleNetwork {
  account_id: number
  role_id: number
  network_number: string
}

interface RoleTag {
  account_id: number
  role_id: number
  folded: string
  tag: string
}

interface Service {
  id: Id
  account_id: number
  service_code: string
  quantity: number
  start_time: ColumnType<number, Date, Date>
  expired_time: NullableTime
  revoke_time: NullableTime
  create_time: Time
}

interface AccountSign {
  sign_key: string
  account_id: number
  create_time: Time
  /** When the account gave the sign up; null while it has it. */
  former_time: NullableTime
}

export interface AccountTables {
  account: Account
  login: Login
  login_name: LoginName
  role: Role
  role_network: RoleNetwork
  role_tag: RoleTag
  service: Service
  account_sign: AccountSign
}

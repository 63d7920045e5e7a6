import type { ColumnType, Generated } from 'kysely'
import type { NullableTime, Time } from './columns.ts'
import type { SealedText } from '../../kernel/secrets.ts'

interface Session {
  session_id: string
  account_id: number
  login_id: number
  /** `key`: the session of an access key, which has a login of its own. */
  kind: 'password' | 'link' | 'key'
  cookie_hash: Buffer | null
  create_time: ColumnType<number, Date, Date>
  last_time: ColumnType<number, Date, Date>
  expire_time: ColumnType<number, Date, Date>
  revoke_time: NullableTime
  revoke_reason: string | null
  verified_until: NullableTime
  /** The role as which an owner looks at the account, and until when. */
  view_role_id: number | null
  view_until: NullableTime
  address: string
  user_agent: string
}

interface SessionToken {
  token_hash: Buffer
  account_id: number
  session_id: string
  issue_time: ColumnType<number, Date, Date>
  rotate_time: NullableTime
}

interface SocketTicket {
  ticket_hash: Buffer
  session_id: string
  expire_time: ColumnType<number, Date, Date>
}

interface Captcha {
  uniqid: string
  code: string
  expire_time: ColumnType<number, Date, Date>
  /** Hashes that the proof of work must have cost; 0 if none is needed. */
  work: Generated<number>
}

interface CaptchaCount {
  count_key: Buffer
  counted: number
  end_time: ColumnType<number, Date, Date>
}

interface SignInFailure {
  failure_key: Buffer
  failures: number
  last_time: ColumnType<number, Date, Date>
}

interface RateWindow {
  rate_key: string
  window_start: ColumnType<number, Date, Date>
  calls: number
}

/** The used part of a budget; the key is a keyed digest, so that the row does not name the user. */
interface BudgetSpent {
  budget_key: Buffer
  spent: number
  /** When the whole budget is free again. */
  end_time: ColumnType<number, Date, Date>
}

interface VerificationCode {
  code_key: Buffer
  account_id: number | null
  code_hash: Buffer
  tries: Generated<number>
  delivery_id: string | null
  expire_time: ColumnType<number, Date, Date>
}

interface CodeQuota {
  quota_key: Buffer
  window_start: ColumnType<number, Date, Date>
  sent: number
  last_time: ColumnType<number, Date, Date>
  delivery_id: string | null
}

interface Recovery {
  recovery_hash: Buffer
  account_id: number | null
  login_id: number | null
  decoy: SealedText | null
  proved_key: Buffer | null
  expire_time: ColumnType<number, Date, Date>
}

interface TotpRecoveryCode {
  account_id: number
  login_id: number
  code_hash: Buffer
}

interface TotpChallenge {
  challenge_hash: Buffer
  account_id: number
  login_id: number
  tries: Generated<number>
  expire_time: ColumnType<number, Date, Date>
}

interface LoginDevice {
  account_id: number
  login_id: number
  device_hash: Buffer
  create_time: ColumnType<number, Date, Date>
  last_time: ColumnType<number, Date, Date>
}

interface Idempotency {
  account_id: number
  login_id: number
  idempotency_key: string
  path: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null, string>
  create_time: Time
}

export interface SignInTables {
  session: Session
  session_token: SessionToken
  socket_ticket: SocketTicket
  captcha: Captcha
  captcha_count: CaptchaCount
  sign_in_failure: SignInFailure
  rate_window: RateWindow
  budget_spent: BudgetSpent
  verification_code: VerificationCode
  code_quota: CodeQuota
  recovery: Recovery
  totp_recovery_code: TotpRecoveryCode
  totp_challenge: TotpChallenge
  login_device: LoginDevice
  idempotency: Idempotency
}

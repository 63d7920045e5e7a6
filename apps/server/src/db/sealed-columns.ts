import type { SealedText } from '../kernel/secrets.ts'
import type { Database } from './schema.ts'

type IsSealed<Column> = [Exclude<Column, null>] extends [never] ? false : Exclude<Column, null> extends SealedText ? true : false
type SealedColumn = {
  [T in keyof Database]: {
    [C in keyof Database[T] & string]: IsSealed<Database[T][C]> extends true ? `${T}.${C}` : never
  }[keyof Database[T] & string]
}[keyof Database]

/**
 * Lists every column that holds sealed text; one too few or too many does not compile. `directory_exchange`, by which instances ask
 * each other about a directory, is sealed too, and is left out because its rows are deleted within seconds.
 */
const columns: Record<SealedColumn, true> = {
  'installation.sealed_digest_keys': true,
  'login.totp_secret': true,
  'operator.totp_secret': true,
  'member.password_sealed': true,
  'network_authority.sealed_key': true,
  'network_authority.sealed_tls_crypt': true,
  'directory.password_sealed': true,
  'webhook.sealed_url': true,
  'webhook.sealed_secret': true,
  'delivery.sealed': true,
  'recovery.decoy': true,
}

export interface SealedPlace {
  table: string
  column: string
}
export const SEALED_COLUMNS: readonly SealedPlace[] = Object.keys(columns).map((name) => {
  const [table = '', column = ''] = name.split('.')
  return { table, column }
})

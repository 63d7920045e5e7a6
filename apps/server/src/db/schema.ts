import type { Insertable, Updateable } from 'kysely'
import type { AccountTables } from './schema/account.ts'
import type { DirectoryTables } from './schema/directory.ts'
import type { LogTables } from './schema/log.ts'
import type { MemberTables } from './schema/member.ts'
import type { MonitorTables } from './schema/monitor.ts'
import type { NetworkTables } from './schema/network.ts'
import type { OperationTables } from './schema/operation.ts'
import type { PublicationTables } from './schema/publication.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { SupportTables } from './schema/support.ts'

/** All tables, grouped by area. */
export interface Database
  extends AccountTables,
    SignInTables,
    MemberTables,
    NetworkTables,
    DirectoryTables,
    MonitorTables,
    LogTables,
    SupportTables,
    PublicationTables,
    OperationTables {}

export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowChange<T extends keyof Database> = Updateable<Database[T]>

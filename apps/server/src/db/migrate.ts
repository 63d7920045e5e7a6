import { runMigrations as prepareQueue } from 'graphile-worker'
import { type Migration, Migrator } from 'kysely/migration'
import { connectAsOwner } from './client.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as accountArea from './migrations/0002-account-area.ts'
import * as members from './migrations/0003-members.ts'
import * as traffic from './migrations/0004-traffic.ts'
import * as memberRecords from './migrations/0005-member-records.ts'
import * as networkSettings from './migrations/0006-network-settings.ts'
import * as memberLists from './migrations/0007-member-lists.ts'
import * as accessControl from './migrations/0008-access-control.ts'
import * as popPorts from './migrations/0009-pop-ports.ts'
import * as monitoring from './migrations/0010-monitoring.ts'
import * as logs from './migrations/0011-logs.ts'
import * as directory from './migrations/0012-directory.ts'
import * as supportTicket from './migrations/0013-support-ticket.ts'
import * as operatorDesk from './migrations/0014-operator-desk.ts'
import * as whatChanged from './migrations/0015-what-changed.ts'
import * as deviceSearch from './migrations/0016-device-search.ts'
import * as directoryRouter from './migrations/0018-directory-router.ts'
import * as popAgents from './migrations/0019-pop-agents.ts'
import * as networkCertificate from './migrations/0020-network-certificate.ts'
import * as deskSearch from './migrations/0023-desk-search.ts'
import * as healthAndDeviceNames from './migrations/0028-health-and-device-names.ts'
import * as revokedCertificates from './migrations/0029-revoked-certificates.ts'
import * as databaseSettings from './migrations/0030-database-settings.ts'
import * as secrets from './migrations/0031-secrets.ts'
import * as budgets from './migrations/0032-budgets.ts'
import * as door from './migrations/0033-door.ts'
import * as captcha from './migrations/0034-captcha.ts'
import * as operators from './migrations/0035-operators.ts'
import * as tunnelLogins from './migrations/0036-tunnel-logins.ts'
import * as credentialRenewal from './migrations/0037-credential-renewal.ts'
import { explainConnection } from './connection.ts'
import { changedSince, noteChecksums } from './migration-checksum.ts'
import { endPool } from './pool.ts'
import { createRoles, openQueue } from './row-security.ts'

/** In order, and only ever added to: a migration that a database may have had is never changed, and numbers that are missing stay so. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-account-area': accountArea,
  '0003-members': members,
  '0004-traffic': traffic,
  '0005-member-records': memberRecords,
  '0006-network-settings': networkSettings,
  '0007-member-lists': memberLists,
  '0008-access-control': accessControl,
  '0009-pop-ports': popPorts,
  '0010-monitoring': monitoring,
  '0011-logs': logs,
  '0012-directory': directory,
  '0013-support-ticket': supportTicket,
  '0014-operator-desk': operatorDesk,
  '0015-what-changed': whatChanged,
  '0016-device-search': deviceSearch,
  '0018-directory-router': directoryRouter,
  '0019-pop-agents': popAgents,
  '0020-network-certificate': networkCertificate,
  '0023-desk-search': deskSearch,
  '0028-health-and-device-names': healthAndDeviceNames,
  '0029-revoked-certificates': revokedCertificates,
  '0030-database-settings': databaseSettings,
  '0031-secrets': secrets,
  '0032-budgets': budgets,
  '0033-door': door,
  '0034-captcha': captcha,
  '0035-operators': operators,
  '0036-tunnel-logins': tunnelLogins,
  '0037-credential-renewal': credentialRenewal,
}

/** The names of all migrations that this program knows, oldest first. */
export const knownMigrations = Object.keys(migrations)

/** What a migration raises where rows of the release before do not fit; its message is for the operator. */
const UNFIT = 'WEFT1'

/** PostgreSQL refused for want of a right, or because it is a standby that only reads. */
const FORBIDDEN = new Set(['42501', '25006'])

/** A database that this program cannot use, in one sentence for whoever starts it. */
export class MigrationError extends Error {}

/**
 * Brings a database to this program's schema. Two instances may call it at once: one migrates, the other waits.
 * Each migration is one transaction, so an interrupted one leaves the schema of the one before it.
 * @param to the last migration to apply, for a backup that an older program made; all where it is not said
 * @throws a sentence for the operator: a right that is missing, rows that no longer fit, a database that a newer program has migrated, or
 *   one whose migrations said something else
 */
export async function migrate(url: string, to?: string): Promise<string[]> {
  const { db, pool } = connectAsOwner(url)
  try {
    await createRoles(db as never)
    const [changed] = await changedSince(db as never, migrations)
    if (changed !== undefined)
      throw new MigrationError(`the migration ${changed} was changed after this database had it; start a Weft in which it is as it was`)
    const migrator = new Migrator({ db: db as never, provider: { getMigrations: async () => migrations } })
    const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    if (error instanceof Error && error.message.startsWith('corrupted migrations'))
      throw new MigrationError('the database was migrated by a newer Weft; start that one, or restore a backup')
    if ((error as { code?: string } | undefined)?.code === UNFIT) throw new MigrationError((error as Error).message)
    if (error) throw error
    await noteChecksums(db as never, migrations)
    await prepareQueue({ pgPool: pool })
    await openQueue(db as never)
    return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName)
  } catch (error) {
    throw FORBIDDEN.has(String((error as { code?: string }).code)) ? explainConnection(error, url) : error
  } finally {
    await endPool(pool)
  }
}

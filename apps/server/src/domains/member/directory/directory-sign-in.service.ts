import { LdapFailure } from '@weft/ldap'
import type { Db } from '../../../db/client.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { findDirectory } from './directory.queries.ts'
import { type LdapOf, savedTarget } from './directory-target.service.ts'
import { findLink } from './directory-user.queries.ts'

export interface DirectorySignInDependencies {
  db: Db
  keys: Keys
  log: Log
  ldapOf: LdapOf
}
export type DirectorySignIn = ReturnType<typeof createDirectorySignIn>

/** Checks the passwords of members from a directory: the directory is asked each time, and no password is stored. */
export function createDirectorySignIn({ db: pool, keys, log, ldapOf }: DirectorySignInDependencies) {
  return {
    /**
     * Returns whether the directory accepts a member's password; undefined if the member comes from no directory.
     * @throws memberDisabled if the directory has disabled the user or no longer has it, directoryAway if it cannot be asked
     */
    async fits(account_id: number, router_name: string, password: string): Promise<boolean | undefined> {
      const asked = await pool.account(account_id, 'read', async (db) => {
        const link = await findLink(db, router_name)
        const directory = link && (await findDirectory(db))
        return directory && { uuid: link.uuid, directory, target: await savedTarget(db, keys, directory) }
      })
      if (!asked) return undefined
      try {
        const verdict = await ldapOf(account_id, asked.directory).authenticate(asked.target, asked.uuid, password)
        if (verdict === 'disabled' || verdict === 'gone') throw new Refusal('memberDisabled', { name: router_name })
        return verdict === 'ok'
      } catch (error) {
        if (!(error instanceof LdapFailure)) throw error
        log.warn('a directory could not be asked for a sign-in', { account_id, ...errorFacts(error) })
        throw new Refusal('directoryAway')
      }
    },
  }
}

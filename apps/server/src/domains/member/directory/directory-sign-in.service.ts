import { LdapFailure } from '@weft/ldap'
import type { Db } from '../../../db/client.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import type { BudgetService } from '../../foundation/budget/budget.service.ts'
import { findDirectory } from './directory.queries.ts'
import { type LdapOf, savedTarget, serverOf } from './directory-target.service.ts'
import { findLink } from './directory-user.queries.ts'

export interface DirectorySignInDependencies {
  db: Db
  keys: Keys
  log: Log
  budgets: Pick<BudgetService, 'take' | 'giveBack'>
  ldapOf: LdapOf
}
export type DirectorySignIn = ReturnType<typeof createDirectorySignIn>

/** Checks the passwords of members from a directory: the directory is asked each time, and no password is stored. */
export function createDirectorySignIn({ db: pool, keys, log, budgets, ldapOf }: DirectorySignInDependencies) {
  return {
    /**
     * Returns whether the directory accepts a member's password; undefined if the member comes from no directory. Wrong ones are counted
     * by person, whatever networks they come from: a directory that locks a person after some must not be brought to it from here.
     * @throws budgetSpent before the directory is asked, memberDisabled if the directory has disabled the user or no longer has it,
     * directoryAway if it cannot be asked
     */
    async fits(
      { account_id, router_name }: { account_id: number; router_name: string },
      password: string,
      { language }: Pick<Caller, 'language'>,
    ): Promise<boolean | undefined> {
      const asked = await pool.account(account_id, 'read', async (db) => {
        const link = await findLink(db, router_name)
        const directory = link && (await findDirectory(db))
        return directory && { uuid: link.uuid, directory, target: await savedTarget(db, keys, directory) }
      })
      if (!asked) return undefined
      const { uuid, directory, target } = asked
      // Before the bind, so that parallel tries cannot slip past.
      const spender = { target: `${serverOf(account_id, directory.router_name, target.host)} ${uuid}`, language }
      await budgets.take('directory_sign_in', spender)
      let wrong = false
      try {
        const verdict = await ldapOf(account_id, directory).authenticate(target, uuid, password)
        wrong = verdict === 'wrong'
        if (verdict === 'disabled' || verdict === 'gone') throw new Refusal('memberDisabled', { name: router_name })
        return verdict === 'ok'
      } catch (error) {
        if (!(error instanceof LdapFailure)) throw error
        log.warn('a directory could not be asked for a sign-in', { account_id, ...errorFacts(error) })
        throw new Refusal('directoryAway')
      } finally {
        // The directory's answer counts, also if what was taken cannot be given back.
        if (!wrong)
          await budgets
            .giveBack('directory_sign_in', spender)
            .catch((error: unknown) => log.error('a try of a directory sign-in was not given back', { account_id, ...errorFacts(error) }))
      }
    },
  }
}

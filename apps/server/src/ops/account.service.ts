import type { FileAnswer, InputOf, Language, OutputOf, opsContract } from '@weft/contract'
import { workbookOfText } from '../adapters/spreadsheet/text-rows.ts'
import { asAccount, type Db, type SystemDb } from '../db/client.ts'
import { maskEmail, maskPhone, writeAccountStatus } from '../domains/identity/account/account.service.ts'
import { type AuditEntry, auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { sendMessage } from '../domains/support/message/message.service.ts'
import { list as listNetworks } from '../domains/network/detail/detail.service.ts'
import { list as listResources } from '../domains/network/pop/pop.service.ts'
import { limitsOf, usageOf } from '../domains/foundation/limits/limits.service.ts'
import type { SecondFactorService } from '../domains/identity/session/second-factor.service.ts'
import type { SessionService } from '../domains/identity/session/session.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { after, type Clock, daysBetween, shanghaiDay, shanghaiTime } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import * as texts from './account.audit.ts'
import { type AccountFilter, accountsAfter, countUse, findAccount, lockAccount, pageAccounts } from './account.queries.ts'
import { accountHeadings, accountSheet, accountWidths, rowOfAccount } from './account-sheet.text.ts'
import { looked } from './operator.audit.ts'
import { servicesOf } from './service.service.ts'

type Contract = typeof opsContract.accounts
type Filter = InputOf<Contract['export']>
/** Accounts that are read at a time for a file. */
const PAGE = 1000
const DAY_SECONDS = 86_400
type Because = InputOf<Contract['disable']>
/** Operators see every network of an account. */
const EVERYTHING = { designated: undefined }

export type OpsAccountService = ReturnType<typeof createOpsAccountService>

export interface OpsAccountDependencies {
  db: Db
  sessions: SessionService
  secondFactors: SecondFactorService
  clock: Clock
  /** The console's address in login links, without a slash at its end. */
  public_url: string
}

export function createOpsAccountService({ db: pages, sessions, secondFactors, clock, public_url }: OpsAccountDependencies) {
  async function turn(db: SystemDb, operator: OperatorActor, account_number: string, status: 0 | 1, entry: AuditEntry): Promise<void> {
    const account = await lockAccount(db, account_number)
    if (!account) throw new Refusal('accountNotFound')
    if (account.status === status) return
    await writeAccountStatus(db, account.account_id, status)
    if (status === 0) await sessions.revoke(db, account.account_id, {}, 2004, 'disabled')
    await auditOperator(db, operator, account.account_id, entry)
  }

  /** Finds an account whose records are read, and writes the look into the customer's log. @throws accountNotFound */
  async function looking<P extends { account_number: string }>(
    db: SystemDb,
    operator: OperatorActor,
    what: 'account_networks' | 'account_pops',
    { account_number, ...page }: P,
  ) {
    const row = await findAccount(db, account_number)
    if (!row) throw new Refusal('accountNotFound')
    await auditOperator(db, operator, row.account_id, looked(what, page))
    return { account: asAccount(db, row.account_id), page }
  }

  const filterOf = ({ start_time, end_time, ending, ...filter }: Filter): AccountFilter => {
    const now = clock.now()
    return {
      ...filter,
      ...daysBetween({ start_time, end_time }),
      ...(ending !== undefined && { ending: { from: now, until: after(now, ending * DAY_SECONDS) } }),
    }
  }
  /** Reads the accounts of a file, each page in a transaction of its own, so that a slow reader holds no connection. */
  async function* rowsOf(filter: AccountFilter): AsyncGenerator<string[]> {
    for (let last: number | undefined; ; ) {
      const after_ = last
      const page = await pages.system((db) => accountsAfter(db, filter, after_, PAGE))
      for (const account of page) yield rowOfAccount(masked(account), shanghaiTime.format(account.create_time * 1000))
      last = page.at(-1)?.account_id
      if (last === undefined || page.length < PAGE) return
    }
  }

  return {
    async list(db: SystemDb, { page, limit, ...filter }: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> {
      const { rows, count } = await pageAccounts(db, { page, limit, ...filterOf(filter) })
      return { rows: rows.map(masked), count }
    },

    /** Returns the accounts of a filter as a workbook, and notes in the operators' log what was exported. @throws exportEmpty */
    async export(db: SystemDb, operator: OperatorActor, query: Filter): Promise<FileAnswer> {
      const filter = filterOf(query)
      const { count } = await pageAccounts(db, { page: 1, limit: 1, ...filter })
      if (count === 0) throw new Refusal('exportEmpty')
      await auditOperator(db, operator, OPERATOR_CHAIN, texts.exported(query, count))
      return {
        file_name: `${accountSheet}-${shanghaiDay.format(clock.now()).replaceAll('-', '')}.xlsx`,
        body: workbookOfText(accountSheet, accountHeadings, accountWidths, rowsOf(filter)),
      }
    },

    /** @throws accountNotFound */
    async info(
      db: SystemDb,
      operator: OperatorActor,
      { account_number }: InputOf<Contract['info']>,
      language: Language,
    ): Promise<OutputOf<Contract['info']>> {
      const row = await findAccount(db, account_number)
      if (!row) throw new Refusal('accountNotFound')
      const account = asAccount(db, row.account_id)
      await auditOperator(db, operator, row.account_id, looked('account', {}))
      const { network_router_use } = await usageOf(account)
      return {
        ...masked(row),
        limits: { ...(await limitsOf(account)), network_router_use, ...(await countUse(db, row.account_id)) },
        services: await servicesOf(db, row.account_id, language),
      }
    },

    /** @throws accountNotFound */
    async networks(db: SystemDb, operator: OperatorActor, query: InputOf<Contract['networks']>): Promise<OutputOf<Contract['networks']>> {
      const { account, page } = await looking(db, operator, 'account_networks', query)
      return listNetworks(account, EVERYTHING, { ...page, search: '' }, clock.now())
    },

    /** @throws accountNotFound */
    async pops(db: SystemDb, operator: OperatorActor, query: InputOf<Contract['pops']>): Promise<OutputOf<Contract['pops']>> {
      const { account, page } = await looking(db, operator, 'account_pops', query)
      return listResources(account, EVERYTHING, page)
    },

    /** Ends every session of the account at once (2004). @throws accountNotFound */
    disable: (db: SystemDb, operator: OperatorActor, { account_number, reason }: Because): Promise<void> =>
      turn(db, operator, account_number, 0, texts.disabled(reason)),

    /** @throws accountNotFound */
    enable: (db: SystemDb, operator: OperatorActor, { account_number, reason }: Because): Promise<void> =>
      turn(db, operator, account_number, 1, texts.enabled(reason)),

    /** Issues a link that signs in as the owner for an hour, in the first browser only. @throws accountNotFound, accountIsDisabled */
    async loginLink(db: SystemDb, operator: OperatorActor, { account_number, reason }: Because): Promise<{ url: string }> {
      const account = await lockAccount(db, account_number)
      if (!account) throw new Refusal('accountNotFound')
      if (account.status === 0) throw new Refusal('accountIsDisabled')
      const link = await sessions.issueLink(db, { account_id: account.account_id, login_id: account.login_id })
      await auditOperator(db, operator, account.account_id, texts.linkIssued(reason))
      return { url: `${public_url}/login?token=${link}` }
    },

    /**
     * Removes the second factor of an owner who lost the authenticator and the recovery codes: the password alone signs in again.
     * @throws accountNotFound, totpNotOn
     */
    async resetTotp(db: SystemDb, operator: OperatorActor, { account_number, reason }: Because): Promise<void> {
      const account = await lockAccount(db, account_number)
      if (!account) throw new Refusal('accountNotFound')
      const { account_id, login_id } = account
      if (!(await secondFactors.reset(db, { account_id, login_id }))) throw new Refusal('totpNotOn')
      await auditOperator(db, operator, account_id, texts.totpReset(account.username, reason))
      await sendMessage(asAccount(db, account_id), { ...texts.totpResetMessage(account.username), login_id })
    },
  }
}

/** Masks contacts. Operators see them as customers do; a search still finds the whole number. */
const masked = <R extends { phone: string | null; email: string | null }>(row: R): R => ({
  ...row,
  phone: maskPhone(row.phone),
  email: maskEmail(row.email),
})

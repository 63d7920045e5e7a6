import { randomUUID } from 'node:crypto'
import {
  type contract,
  DAY_SECONDS,
  DIRECTORY_CHECK_SECONDS,
  DIRECTORY_PASSWORD_KEPT,
  type DirectoryCheck,
  type DirectoryReason,
  directoryReasonText,
  type DirectoryStep,
  DOMAIN_FILE,
  type InputOf,
  type Language,
  type OutputOf,
} from '@weft/contract'
import type { LdapCheck, LdapTarget } from '@weft/ldap'
import { type Egress, EgressFailure } from '../../../adapters/egress/egress.ts'
import { readCaFile } from '../../../adapters/ldap/ca-file.ts'
import type { AccountDb, Db, SystemDb } from '../../../db/client.ts'
import type { FileAnswer } from '@weft/contract'
import type { Actor } from '../../../kernel/actor.ts'
import { countedAddress } from '../../../kernel/address.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { BudgetService, Spender } from '../../foundation/budget/budget.service.ts'
import { changeableOf } from '../../network/detail/visibility.service.ts'
import { deleteSoftwareMembers } from '../member/from-directory.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { messageOwner } from '../../support/message/message.service.ts'
import { directoryClosed, directoryMovedMessage, directorySaved, domainProved } from './directory.audit.ts'
import * as queries from './directory.queries.ts'
import { digestOf, type LdapOf, routerOf, serverOf, wantedTarget } from './directory-target.service.ts'
import { bindNameOf, noticeOf } from './directory.rules.ts'
import { leftOutText, noticeText, proofText } from './directory.text.ts'
import { linkedNames } from './directory-user.queries.ts'

type Calls = typeof contract.directory
type In<K extends keyof Calls> = InputOf<Calls[K]>

export interface ConnectionDependencies {
  db: Db
  keys: Keys
  clock: Clock
  budgets: Pick<BudgetService, 'take' | 'giveBack'>
  ldapOf: LdapOf
  egress: Pick<Egress, 'call' | 'resolve'>
}
export type ConnectionService = ReturnType<typeof createConnectionService>

/** Days before its end from which an authority causes a notice. */
const SOON_DAYS = 30
/** Answers of a directory to a password that may have been a guess. */
const WRONG_PASSWORD: ReadonlySet<DirectoryReason> = new Set(['wrongCredentials', 'bindRefused'])
/** Members deleted by one statement. */
const AT_ONCE = 5000

/** Sets up, checks and removes the directory of an account. */
export function createConnectionService({ db: pool, keys, clock, budgets, ldapOf, egress }: ConnectionDependencies) {
  const proofOf = ({ account_id }: { account_id: number }, domain: string) =>
    keys.digest('domain proof', `${account_id} ${domain}`).toString('hex')

  /** @throws domainUnverified if the directory is on the internet and the account has not proved its domain */
  async function requireProved(db: AccountDb, { mode, domain }: Pick<In<'check'>, 'mode' | 'domain'>): Promise<void> {
    if (mode === 'public' && !(await queries.isProved(db, domain))) throw new Refusal('domainUnverified')
  }

  /**
   * Refuses what a caller that is limited to some members would decide for all of them: to synchronise automatically, and to replace the
   * hardware member, which it does not see, through which the directory is reached. @throws directoryOfAll
   */
  async function refuseForAll(
    db: AccountDb,
    { members: scope }: Pick<Actor, 'members'>,
    before: Pick<queries.DirectoryRow, 'router_name'> | undefined,
    { sync_mode }: Pick<In<'save'>, 'sync_mode'>,
  ): Promise<void> {
    const way = before?.router_name ?? null
    const seen = way === null || (await changeableOf(db, scope, [way])).has(way)
    if (!seen || (sync_mode === 2 && scope !== undefined)) throw new Refusal('directoryOfAll')
  }

  /**
   * Looks up a directory on the internet once, so that the address by which it is counted is the one that is asked.
   * @returns the address, undefined if it is not known
   */
  async function lookedUp(
    router_name: string | null,
    { host, port }: LdapTarget,
  ): Promise<{ resolve?: Egress['resolve']; address?: string }> {
    if (router_name !== null) return {}
    const resolving = egress.resolve(host, port)
    const address = await resolving.then(
      (found) => countedAddress(found.address),
      () => undefined,
    )
    return { resolve: () => resolving, ...(address !== undefined && { address }) }
  }

  return {
    /** Serves `ldap/config`. */
    async config(db: AccountDb, { members: scope }: Pick<Actor, 'members'>, language: Language): Promise<OutputOf<Calls['config']>> {
      const directory = await queries.findDirectory(db)
      if (!directory) return { enable: 0, data: null, notice: '' }
      const names = await queries.findNames(db)
      const sees = await changeableOf(db, scope, directory.router_name === null ? [] : [directory.router_name])
      const router_name = directory.router_name !== null && sees.has(directory.router_name) ? directory.router_name : null
      const notice = noticeOf(directory, {
        online: names?.online ?? null,
        expires_soon: names?.not_after != null && names.not_after < unix(after(clock.now(), SOON_DAYS * DAY_SECONDS)),
      })
      const data = {
        ...directory,
        router_name,
        mode: directory.router_name === null ? ('public' as const) : ('private' as const),
        password: directory.password_sealed === null ? ('' as const) : DIRECTORY_PASSWORD_KEPT,
        file_name: names?.file_name ?? null,
        network_name: names?.network_name ?? null,
        router_note: router_name === null ? null : (names?.router_note ?? null),
      }
      return {
        enable: 1,
        data,
        notice: notice ? noticeText(notice, router_name === null ? null : names?.router_note || router_name, language) : '',
      }
    },

    /**
     * Asks the directory of a form, before any transaction, since a directory may be slow. In the public mode the domain must have been
     * proved before: otherwise anybody with an account could have the bind try passwords at any server. Every call counts, and a refused
     * password counts, for the server and for the name of the bind: it is taken before the bind, so that parallel guesses cannot slip past.
     * @throws budgetSpent, domainUnverified, and what `wantedTarget` throws
     */
    async ask(who: Spender & { account_id: number }, wanted: In<'check'>): Promise<{ found: LdapCheck; target: LdapTarget }> {
      const { account_id } = who
      const target = await pool.account(account_id, 'read', async (db) => {
        const target = await wantedTarget(db, keys, wanted)
        await requireProved(db, wanted)
        return target
      })
      const router_name = routerOf(wanted)
      await budgets.take('directory_check', { ...who, target: serverOf(account_id, router_name, target.host) })
      const { resolve, address } = await lookedUp(router_name, target)
      const server = serverOf(account_id, router_name, address ?? target.host)
      const guessed = [
        { budget: 'directory_password', spender: { ...who, target: server } },
        { budget: 'directory_bind', spender: { ...who, target: `${server} ${bindNameOf(target.bind_dn)}` } },
      ] as const
      const taken: (typeof guessed)[number][] = []
      let wrong = false
      try {
        for (const guess of target.password === '' ? [] : guessed) {
          await budgets.take(guess.budget, guess.spender)
          taken.push(guess)
        }
        const found = await ldapOf(account_id, { router_name }, resolve).check(target)
        wrong = found.failure?.step === 'bind' && WRONG_PASSWORD.has(found.failure.reason)
        return { found, target }
      } finally {
        if (!wrong) for (const guess of taken) await budgets.giveBack(guess.budget, guess.spender)
      }
    },

    /** Returns the result of a check and, if it passed, remembers that for a while. */
    async checked(
      db: AccountDb,
      wanted: In<'check'>,
      { found: { done, failure, sample }, target }: { found: LdapCheck; target: LdapTarget },
      language: Language,
    ): Promise<DirectoryCheck> {
      if (!failure) await queries.writeCheck(db, digestOf(keys, wanted, target), clock.now())
      const left_out = sample.filter(({ uuid }) => uuid === '').length
      const msgOf = (name: DirectoryStep) => (name === 'users' && left_out > 0 ? leftOutText(left_out, sample.length, language) : '')
      const step = (name: DirectoryStep) => ({ step: name, ok: 1 as const, msg: msgOf(name) })
      return {
        ok: failure ? 0 : 1,
        steps: [
          ...done.map(step),
          ...(failure ? [{ step: failure.step, ok: 0 as const, msg: directoryReasonText(failure.reason, failure.facts, language) }] : []),
        ],
        sample: failure ? [] : sample.map(({ username, description }) => ({ username, description })),
      }
    },

    /**
     * Saves a configuration that passed its check; in the public mode the account must have proved its domain. The snapshot of another
     * server is dropped, and the owner is told of it.
     * @throws directoryCheckFirst, domainUnverified, directoryOfAll, and what `wantedTarget` throws
     */
    async save(db: AccountDb, actor: Actor, wanted: In<'save'>): Promise<void> {
      const now = clock.now()
      const target = await wantedTarget(db, keys, wanted)
      await holdLimits(db)
      const before = await queries.lockDirectory(db)
      await refuseForAll(db, actor, before, wanted)
      if (!(await queries.hasPassed(db, digestOf(keys, wanted, target), after(now, -DIRECTORY_CHECK_SECONDS))))
        throw new Refusal('directoryCheckFirst')
      const { mode: _mode, password: _, ...given } = wanted
      await requireProved(db, wanted)
      const row = { ...given, router_name: routerOf(wanted) }
      const moved = before?.router_name !== row.router_name || before.host !== wanted.host || before.port !== wanted.port
      const same = !moved && before.type === wanted.type
      await queries.writeDirectory(db, {
        ...row,
        password_sealed: target.password === '' ? null : keys.seal(target.password),
        update_time: now,
        status: 1,
        next_time: wanted.sync_mode === 2 ? now : null,
        ...(!same && { snapshot_hash: null, snapshot_time: null }),
      })
      await audit(db, actor, directorySaved(before, row))
      if (moved) await messageOwner(db, directoryMovedMessage(row, actor))
    },

    /**
     * Deletes the members that came from the directory, and the directory itself.
     * @throws directoryOfAll, directoryOff, memberOfHiddenNetwork if one is in a network that the caller may not see
     */
    async close(db: AccountDb, actor: Actor): Promise<{ removed: number }> {
      if (actor.members !== undefined) throw new Refusal('directoryOfAll')
      await holdLimits(db)
      const directory = await queries.lockDirectory(db)
      if (!directory) throw new Refusal('directoryOff')
      const names = await linkedNames(db)
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const rows = await deleteSoftwareMembers(db, actor, names.slice(at, at + AT_ONCE))
        if (rows.some((row) => row.result === 'not_permitted')) throw new Refusal('memberOfHiddenNetwork')
      }
      await queries.deleteDirectory(db)
      await audit(db, actor, directoryClosed(directory, names.length))
      return { removed: names.length }
    },

    /** Stores an authority for a directory that will be saved. @throws certificateInvalid, certificateIsKey */
    async upload(db: AccountDb, { file_name, bytes }: { file_name: string; bytes: Buffer }): Promise<OutputOf<Calls['upload']>> {
      const { certificate, subject, not_after } = readCaFile(bytes)
      const [ca_id, name] = [randomUUID(), file_name.replace(/[\p{Cc}/\\]/gu, '').slice(0, 128) || 'ca.pem']
      await queries.insertCa(db, { ca_id, file_name: name, certificate, subject, not_after })
      return { ca_id, file_name: name, subject, not_after: Math.floor(not_after.getTime() / 1000) }
    },

    /** Returns whether the file is at the root of a domain, or the domain was proved before. */
    async lookFor(account_id: number, { domain }: In<'verify_domain'>): Promise<boolean> {
      if (await pool.account(account_id, 'read', (db) => queries.isProved(db, domain))) return true
      const wanted = proofText(proofOf({ account_id }, domain)).trim()
      for (const scheme of ['https', 'http']) {
        try {
          const { status, body } = await egress.call(`${scheme}://${domain}/${DOMAIN_FILE}`, { method: 'GET' })
          if (status === 200 && body.toString('utf8').trim() === wanted) return true
        } catch (error) {
          if (!(error instanceof EgressFailure)) throw error
        }
      }
      return false
    },

    /** Records that the account has proved a domain. @throws domainUnverified */
    async prove(db: AccountDb, actor: Actor, { domain }: In<'verify_domain'>, found: boolean): Promise<void> {
      if (!found) throw new Refusal('domainUnverified')
      if (await queries.isProved(db, domain)) return
      await queries.writeProved(db, domain)
      await audit(db, actor, domainProved(domain))
    },

    proofFile: (db: AccountDb, { domain }: In<'download_verify_domain'>): FileAnswer => ({
      file_name: DOMAIN_FILE,
      body: Buffer.from(proofText(proofOf(db, domain))),
    }),

    /** Deletes authorities that are a day old and that no directory uses. */
    forgetAuthorities: (system: SystemDb) => queries.deleteUnusedCas(system, after(clock.now(), -DAY_SECONDS)),
  }
}

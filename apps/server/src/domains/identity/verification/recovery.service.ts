import { type Channel, channels, type contract, type InputOf, type OutputOf, RECOVERY_SECONDS } from '@weft/contract'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { maskMailbox, maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest, hashPassword, type Keys } from '../../../kernel/secrets.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import type { CaptchaService } from '../session/captcha.service.ts'
import { deleteChallengesOf, writeRecoveredPassword } from '../session/login.service.ts'
import { nameKey, type SessionService, splitSubAccount } from '../session/session.service.ts'
import type { CodeService, CodeSubject } from './code.service.ts'
import { contactOf, recipientOf } from './recipient.service.ts'
import * as queries from './recovery.queries.ts'
import { type Bound, madeUpContacts } from './recovery.rules.ts'
import { passwordRecovered, recoveredMessage } from './verification.audit.ts'

export interface RecoveryDependencies {
  db: Db
  keys: Keys
  clock: Clock
  captchas: CaptchaService
  codes: CodeService
  deliveries: DeliveryService
  sessions: SessionService
}
export type RecoveryService = ReturnType<typeof createRecoveryService>

type Calls = typeof contract.verify
type Input<K extends keyof Calls> = InputOf<Calls[K]>

/** A recovery in progress. For an unknown name it has made-up contacts and no owner. */
interface Open {
  hash: Buffer
  owner: queries.OwnerRow | undefined
  bound: Bound
  proved_key: Buffer | null
}

/** Creates the service for forgotten passwords: name and picture, code to a bound contact, new password. Unknown names reveal nothing. */
export function createRecoveryService({ db, keys, clock, captchas, codes, deliveries, sessions }: RecoveryDependencies) {
  /** Returns the key of a proof, which is valid as long as this contact is bound. */
  const contactKey = (channel: Channel, target: string) => keys.digest('recovered by', `${channel} ${target}`)

  /** @throws recoveryEnded */
  async function find(uniqid: string): Promise<Open> {
    const hash = digest(uniqid)
    const row = await queries.findRecovery(db.systemNow, hash, clock.now())
    const owner = row && row.login_id !== null ? (row as queries.OwnerRow) : undefined
    const bound = owner ?? (row?.decoy == null ? undefined : (JSON.parse(keys.open(row.decoy)) as Bound))
    if (!row || !bound) throw new Refusal('recoveryEnded')
    return { hash, owner, bound, proved_key: row.proved_key }
  }

  /** @throws contactNotBound */
  function subjectOf({ hash, owner, bound }: Open, channel: Channel): CodeSubject {
    const target = contactOf(channel, bound)
    if (target === null) throw new Refusal('contactNotBound')
    return { purpose: 'recover', channel, target, holder: hash.toString('hex'), account_id: owner?.account_id ?? null }
  }

  /** Notifies the contacts; one that this installation cannot reach does not prevent the new password. */
  async function tellContacts(system: SystemDb, owner: queries.OwnerRow, { language }: Caller): Promise<void> {
    const { account_id, username } = owner
    for (const channel of channels) {
      const target = contactOf(channel, owner)
      const to = target === null ? undefined : recipientOf(channel, target)
      if (!to || !deliveries.reaches(to, 'changed')) continue
      await deliveries.queue(system, { to, letter: { template: 'changed', what: 'password', username }, language, account_id })
    }
  }

  return {
    /** @throws recoveryOfSubAccount and what `captchas.take` throws */
    async begin({ username, img_code, uniqid, proof }: Input<'find_password'>, caller: Caller): Promise<OutputOf<Calls['find_password']>> {
      await captchas.take({ uniqid, code: img_code, proof }, username, caller.address)
      const name_key = nameKey(username)
      if (splitSubAccount(name_key)) throw new Refusal('recoveryOfSubAccount')
      const found = await queries.findOwner(db.systemNow, name_key)
      // An owner without any contact cannot prove anything, and is treated like an unknown name.
      const owner = found && (found.phone !== null || found.email !== null) ? found : undefined
      const bound = owner ?? madeUpContacts(keys.digest('made-up contacts', name_key), name_key)
      await queries.insertRecovery(db.systemNow, {
        recovery_hash: digest(uniqid),
        account_id: owner?.account_id ?? null,
        login_id: owner?.login_id ?? null,
        decoy: owner ? null : keys.seal(JSON.stringify(bound)),
        expire_time: after(clock.now(), RECOVERY_SECONDS),
      })
      return { phone: maskPhone(bound.phone) ?? '', email: maskMailbox(bound.email) }
    },

    /** @throws recoveryEnded, contactNotBound and what `codes.send` throws */
    async sendCode({ uniqid, send_type }: Input<'find_password_code'>, caller: Caller): Promise<{ receipt: string }> {
      const open = await find(uniqid)
      const subject = subjectOf(open, send_type)
      return open.owner ? codes.send(subject, caller) : codes.sendNothing(subject, caller)
    },

    /** @throws recoveryEnded, contactNotBound, codeWrong, codeSpent, codeNotDelivered, accountDisabled */
    async prove({ code, uniqid, send_type }: Input<'authentication'>, { language }: Caller): Promise<void> {
      const open = await find(uniqid)
      const subject = subjectOf(open, send_type)
      const right = await codes.check(subject, code, language)
      await db.system(async (system) => {
        await codes.use(system, right)
        requireEnabled(open.owner)
        if (!(await queries.proveRecovery(system, open.hash, contactKey(send_type, subject.target)))) throw new Refusal('recoveryEnded')
      })
    },

    /** Sets the password, and ends every session of the account. @throws recoveryEnded, recoveryUnproved, accountDisabled */
    async reset({ password, uniqid }: Input<'reset_password'>, caller: Caller): Promise<void> {
      const { hash, owner: found, proved_key } = await find(uniqid)
      if (!found || proved_key === null) throw new Refusal('recoveryUnproved')
      const password_hash = await hashPassword(password)
      await db.system(async (system) => {
        const owner = await queries.lockOwner(system, found.login_id)
        if (!(await queries.takeRecovery(system, hash))) throw new Refusal('recoveryEnded')
        // The proved contact may have been replaced since.
        const stillBound = channels.some((channel) => {
          const target = contactOf(channel, owner)
          return target !== null && contactKey(channel, target).equals(proved_key)
        })
        if (!stillBound) throw new Refusal('recoveryUnproved')
        requireEnabled(owner)
        const account = asAccount(system, owner.account_id)
        await writeRecoveredPassword(system, owner, password_hash, clock.now())
        await endBegun(system, owner)
        await sessions.revoke(system, owner.account_id, {}, 2003, 'password_recovered')
        await audit(account, { ...owner, ram: 0, address: caller.address }, passwordRecovered(owner.username))
        await sendMessage(account, { ...recoveredMessage(owner.username, caller.address), login_id: owner.login_id })
        await tellContacts(system, owner, caller)
      })
    },

    deleteExpired: (): Promise<void> => queries.deleteExpiredRecoveries(db.systemNow, clock.now()),
  }
}

/** Ends what began with a login's former credentials: its recoveries, and awaited second steps. */
export async function endBegun(db: AccountDb | SystemDb, login: { account_id: number; login_id: number }): Promise<void> {
  await queries.deleteRecoveries(db, login)
  await deleteChallengesOf(db, login)
}

/** @throws accountDisabled, which only a caller who has proved themselves may learn */
function requireEnabled(owner: queries.OwnerRow | undefined): void {
  if (owner?.account_status === 0 || owner?.login_status === 0) throw new Refusal('accountDisabled')
}

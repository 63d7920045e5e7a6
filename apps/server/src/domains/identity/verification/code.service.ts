/**
 * Room identity/verification: six-digit codes that prove a phone or an e-mail address, identity verification and recovery of an account.
 * Tables: code_quota, recovery, verification_code.
 * Called by: identity, jobs, member.
 * Always: an answer never tells whether a name or a contact is known.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { CODE_SECONDS, CODE_TRIES, type Channel, channelNames, type Language } from '@weft/contract'
import type { AccountDb, Db, SystemDb } from '../../../db/client.ts'
import { createTurns } from '../../../kernel/turns.ts'
import { countedAddress } from '../../../kernel/address.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { nameKey } from '../session/session.service.ts'
import * as queries from './code.queries.ts'
import {
  type CodePurpose,
  ofAccount,
  ofAddress,
  ofAll,
  ofKind,
  ofLogin,
  ofRecoverer,
  ofTarget,
  type Quota,
  refusalOf,
} from './code.rules.ts'
import { recipientOf } from './recipient.service.ts'

export type { CodePurpose } from './code.rules.ts'

export interface CodeSubject {
  purpose: CodePurpose
  channel: Channel
  /** `+86 13800000000`, or an e-mail. */
  target: string
  /** The holder of the code: `''` for a registration, the recovery's id, or `login N`. */
  holder: string
  /** The account whose transaction uses it; null while there is none. */
  account_id: number | null
}

/** The address and the language of a caller. */
export type Asker = Pick<Caller, 'address' | 'language'>

/** A code that was right, and can be used up. */
export interface RightCode {
  code_key: Buffer
  code_hash: Buffer
}

export interface CodeDependencies {
  db: Db
  keys: Keys
  clock: Clock
  log: Log
  settings: { WEFT_CODES_PER_MINUTE: number }
  deliveries: DeliveryService
}
export type CodeService = ReturnType<typeof createCodeService>

/** The most transactions that send at once; more requests wait, so that they leave connections to others. */
const SENDERS = 2
/** The number of codes of six digits. */
const CODES = 1_000_000

export function createCodeService({ db, keys, clock, log, settings, deliveries }: CodeDependencies) {
  const turn = createTurns(SENDERS)
  let warned = new Date(0)

  const keyOf = ({ purpose, channel, target, holder }: CodeSubject): Buffer =>
    keys.digest('code', [purpose, channel, nameKey(target), holder].join('\n'))
  const hashOf = (code_key: Buffer, code: string): Buffer => keys.digest('code value', `${code_key.toString('hex')} ${code}`)
  const quotaKey = ({ name }: Quota): Buffer => keys.digest('code quota', name)

  /** Counts a code. @throws the refusal of a quota that has no room; the rollback takes back what was counted in others */
  async function count(system: SystemDb, quota: Quota, now: Date, language: Language): Promise<void> {
    const quota_key = quotaKey(quota)
    if (await queries.countCode(system, quota_key, quota, now)) return
    if (quota.name === 'all' && warned < quota.over) {
      warned = now
      log.warn('the installation sends no more codes for a minute', { limit: quota.limit })
    }
    throw refusalOf(quota, await queries.findQuota(system, quota_key), now, language)
  }

  /**
   * Counts the code, lets `deliver` queue it, and stores it. The quotas are always counted in the same order, so that no two calls wait for
   * each other. A recovery is a stranger's, and not counted for the account: a full quota would reveal that the name exists.
   */
  async function sending({ subject, caller, pictured, code, deliver }: Sending): Promise<{ receipt: string }> {
    if (!deliveries.reaches(recipientOf(subject.channel, subject.target), 'code'))
      throw new Refusal('channelUnavailable', { channel: channelNames[subject.channel][caller.language] })
    const work = async (system: SystemDb) => {
      const now = clock.now()
      const [address, name] = [countedAddress(caller.address), `${subject.channel} ${nameKey(subject.target)}`]
      const target = ofTarget(name, now)
      const asker =
        subject.account_id === null || subject.purpose === 'recover'
          ? [ofAddress(address, pictured, now)]
          : [ofLogin(subject.holder, now), ofAccount(subject.account_id, now)]
      const recoverer = subject.purpose === 'recover' ? [ofRecoverer(address, name, now)] : []
      const all = ofAll(settings.WEFT_CODES_PER_MINUTE, now)
      for (const quota of [...asker, target, ofKind(subject.purpose, name, now), ...recoverer, all])
        await count(system, quota, now, caller.language)

      const [code_key, expire_time] = [keyOf(subject), after(now, CODE_SECONDS)]
      const receipt = await deliver(system, expire_time)
      const { account_id } = subject
      await queries.putCode(system, { code_key, account_id, code_hash: hashOf(code_key, code), delivery_id: receipt, expire_time })
      await queries.noteDelivery(system, quotaKey(target), receipt)
      return { receipt }
    }
    return turn(0, () => db.system(work))
  }

  const service = {
    /**
     * Sends a code, in a transaction of its own; returns the receipt. A refused one is counted nowhere.
     * @param pictured false where nothing has shown yet that a person asks: a few codes per address, then imageCodeNeeded
     * @throws codeTooSoon, codeDayLimit, codeCallerLimit, imageCodeNeeded, channelUnavailable
     */
    async send(subject: CodeSubject, caller: Asker, { pictured = true }: { pictured?: boolean } = {}): Promise<{ receipt: string }> {
      const to = recipientOf(subject.channel, subject.target)
      const code = String(randomInt(CODES)).padStart(6, '0')
      const deliver = (system: SystemDb, expire_time: Date) =>
        deliveries.queue(system, {
          to,
          letter: { template: 'code', code },
          language: caller.language,
          account_id: subject.account_id,
          expire_time,
        })
      return sending({ subject, caller, pictured, code, deliver })
    },

    /** Does everything that `send` does for a name that does not exist, but sends nothing. No code is ever right. */
    async sendNothing(subject: CodeSubject, caller: Asker): Promise<{ receipt: string }> {
      const deliver = (system: SystemDb) => deliveries.decoy(system, caller.language, subject.channel)
      return sending({ subject, caller, pictured: true, code: randomBytes(16).toString('hex'), deliver })
    },

    /**
     * Checks a code. A wrong one is counted at once, also when the caller's transaction fails. Must not be called within a system
     * transaction: it takes another connection of the same pool.
     * @throws codeWrong, codeSpent, codeNotDelivered
     */
    async check(subject: CodeSubject, code: string, language: Language): Promise<RightCode> {
      const [code_key, now] = [keyOf(subject), clock.now()]
      const code_hash = hashOf(code_key, code)
      const tried = await queries.tryCode(db.systemNow, code_key, code_hash, now, CODE_TRIES)
      if (tried?.right) return { code_key, code_hash }
      const kept = tried ?? (await queries.findCode(db.systemNow, code_key, now))
      if (!kept) throw new Refusal('codeWrong')
      const delivery = kept.delivery_id === null ? undefined : await deliveries.status(kept.delivery_id, language)
      if (delivery?.state === 'failed') throw new Refusal('codeNotDelivered', { reason: delivery.reason ?? '' })
      throw new Refusal(kept.tries >= CODE_TRIES ? 'codeSpent' : 'codeWrong')
    },

    /** Uses a right code up in the transaction that it permits: of several calls at once one succeeds. @throws codeWrong */
    async use(own: AccountDb | SystemDb, { code_key, code_hash }: RightCode): Promise<void> {
      if (!(await queries.deleteCode(own, code_key, code_hash))) throw new Refusal('codeWrong')
    },

    /**
     * Checks a code and uses it up, inside a transaction of its account.
     * @throws codeWrong, codeSpent, codeNotDelivered
     */
    async take(own: AccountDb, subject: CodeSubject, code: string, { language = 'zh-CN' }: { language?: Language } = {}): Promise<void> {
      await service.use(own, await service.check(subject, code, language))
    },

    deleteExpired: (): Promise<void> => queries.deleteExpiredCodes(db.systemNow, clock.now()),
  }
  return service
}

interface Sending {
  subject: CodeSubject
  caller: Asker
  pictured: boolean
  code: string
  /** Queues the message, and returns its receipt. */
  deliver(system: SystemDb, expire_time: Date): Promise<string>
}

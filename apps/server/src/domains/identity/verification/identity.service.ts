import { type Channel, type contract, IDENTITY_SECONDS, type InputOf, refusalText } from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Keys, passwordFits } from '../../../kernel/secrets.ts'
import { createSignInLock, verifySession } from '../session/session.service.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { CodePurpose, CodeService, CodeSubject } from './code.service.ts'
import * as queries from './identity.queries.ts'
import { contactOf, requireTarget, sameContact } from './recipient.service.ts'
import { identityVerified } from './verification.audit.ts'

type Input<K extends 'send_code' | 'verify' | 'password'> = InputOf<(typeof contract.verify)[K]>
export type IdentityService = ReturnType<typeof createIdentityService>

/** Returns the subject of a code of a signed-in login. */
export const subjectOf = (
  { account_id, login_id }: Pick<Actor, 'account_id' | 'login_id'>,
  purpose: Extract<CodePurpose, 'identity' | 'bind' | 'member'>,
  channel: Channel,
  target: string,
): CodeSubject => ({ purpose, channel, target, holder: `login ${login_id}`, account_id })

/** Creates the service of codes for signed-in logins: they prove an identity by a bound contact, or prove a contact to bind. */
export function createIdentityService({ db: pool, keys, codes, clock }: { db: Db; keys: Keys; codes: CodeService; clock: Clock }) {
  // Counted with the tries of a sub-account's password change: both are guesses of a caller who holds the session.
  const lock = createSignInLock(pool.systemNow, keys, clock, 'own password', { everywhere: true, refusal: 'tooManyTries' })

  /** @throws nothingBound, contactNotBound */
  async function boundTarget(db: AccountDb, { login_id }: Actor, channel: Channel): Promise<string> {
    const bound = await queries.findBound(db, login_id)
    const target = contactOf(channel, bound)
    if (target !== null) return target
    throw new Refusal(bound.phone === null && bound.email === null ? 'nothingBound' : 'contactNotBound')
  }

  /** Refuses a code for binding what is bound already: it would cost a message, and be of no use. @throws samePhone, sameEmail */
  async function requireNew(db: AccountDb, { login_id }: Actor, channel: Channel, target: string, { language }: Caller): Promise<void> {
    const reason = sameContact(channel, contactOf(channel, await queries.findBound(db, login_id)), target)
    if (reason) throw new Refusal(reason, undefined, { errors: [{ field: 'send_value', msg: refusalText(reason, undefined, language) }] })
  }

  return {
    /**
     * Sends a code to the given value, or to the bound contact where none is given.
     * @throws nothingBound, contactNotBound, invalidInput, samePhone, sameEmail and what `codes.send` throws
     */
    async sendCode(
      db: AccountDb,
      actor: Actor,
      { send_type, send_value, verify_type }: Input<'send_code'>,
      caller: Caller,
    ): Promise<{ receipt: string }> {
      if (send_value === '') {
        return codes.send(subjectOf(actor, 'identity', send_type, await boundTarget(db, actor, send_type)), caller)
      }
      await requireTarget(send_type, send_value, 'send_value', caller)
      // A code that moves a phone from one member to another is not valid for the caller's own phone.
      const purpose = verify_type === 'app_change_phone' ? 'member' : 'bind'
      if (purpose === 'bind') await requireNew(db, actor, send_type, send_value, caller)
      return codes.send(subjectOf(actor, purpose, send_type, send_value), caller)
    },

    /** Marks this session, and no other of the login, as identity-verified for a while. @throws codeWrong, codeSpent, codeNotDelivered */
    async verify(db: AccountDb, actor: Actor, { send_type, code }: Input<'verify'>, caller: Caller): Promise<void> {
      await codes.take(db, subjectOf(actor, 'identity', send_type, await boundTarget(db, actor, send_type)), code, caller)
      await verifySession(db, actor.session_id, after(clock.now(), IDENTITY_SECONDS))
      await audit(db, actor, identityVerified(actor.username, send_type))
    },

    /**
     * Accepts the password in the place of a code, for a login that has neither a phone nor an e-mail. Where one is bound the password is
     * refused: a stranger who knows it could otherwise replace both.
     * @throws proofByContact, passwordWrong, tooManyTries
     */
    async verifyPassword(db: AccountDb, actor: Actor, { password }: Input<'password'>): Promise<void> {
      const { phone, email, password_hash } = await queries.findBound(db, actor.login_id)
      if (phone !== null || email !== null) throw new Refusal('proofByContact')
      await lock.tryOnce(`login ${actor.login_id}`, actor.address)
      if (!(await passwordFits(password, password_hash))) throw new Refusal('passwordWrong')
      await lock.clear(`login ${actor.login_id}`, actor.address)
      await verifySession(db, actor.session_id, after(clock.now(), IDENTITY_SECONDS))
      await audit(db, actor, identityVerified(actor.username, 'password'))
    },
  }
}

import { type Channel, channels, type contract, type InputOf, phoneText, type RefusalName, refusalText } from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { maskEmail, maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hashPassword, type Keys, passwordFits } from '../../../kernel/secrets.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { DeliveryService, Letter } from '../../foundation/delivery/delivery.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import { writeCredentials } from '../session/login.service.ts'
import { createSignInLock, type SessionService, takeProof } from '../session/session.service.ts'
import type { CodeService } from '../verification/code.service.ts'
import { subjectOf } from '../verification/identity.service.ts'
import { contactOf, recipientOf, requirePhone, sameContact } from '../verification/recipient.service.ts'
import { endBegun } from '../verification/recovery.service.ts'
import * as texts from './account.audit.ts'
import * as queries from './credential.queries.ts'
import { moveName } from './login-name.service.ts'

type Input<K extends keyof typeof contract.account> = InputOf<(typeof contract.account)[K]>
type Changed = Extract<Letter, { template: 'changed' }>['what']
export type CredentialService = ReturnType<typeof createCredentialService>

export interface CredentialDependencies {
  db: Db
  keys: Keys
  clock: Clock
  codes: CodeService
  deliveries: DeliveryService
  sessions: SessionService
}

/** Creates the service by which owners and sub-accounts change what they sign in with. */
export function createCredentialService({ db, keys, clock, codes, deliveries, sessions }: CredentialDependencies) {
  const lock = createSignInLock(db.systemNow, keys, clock, 'own password', { everywhere: true, refusal: 'tooManyTries' })

  /** Uses the session's proof up: of several calls at once one succeeds. @throws identityNotVerified */
  async function spendProof(own: AccountDb, { session_id }: Actor): Promise<void> {
    if (!(await takeProof(own, session_id, clock.now()))) throw new Refusal('identityNotVerified')
  }

  /** Ends what was begun with the former credentials, and all sessions of the login except this one. */
  async function endOthers(own: AccountDb, { account_id, login_id, session_id }: Actor, reason: string): Promise<void> {
    await endBegun(own, { account_id, login_id })
    await sessions.revoke(own, account_id, { login_id, except: session_id }, 2003, reason)
  }

  /** Notifies the contacts that were bound before; one that this installation cannot reach does not prevent the change. */
  async function tellContacts(
    own: AccountDb,
    before: queries.Credentials,
    what: Changed,
    username: string,
    { language }: Caller,
  ): Promise<void> {
    for (const channel of channels) {
      const target = contactOf(channel, before)
      const to = target === null ? undefined : recipientOf(channel, target)
      if (!to || !deliveries.reaches(to, 'changed')) continue
      await deliveries.queue(own, { to, letter: { template: 'changed', what, username }, language, account_id: own.account_id })
    }
  }

  /** Binds a contact that its own code proves; to replace a bound one the session's proof is needed as well. */
  async function bind(own: AccountDb, actor: Actor, caller: Caller, before: queries.Credentials, to: Binding): Promise<void> {
    const { channel, target, code, bound } = to
    const former = contactOf(channel, before)
    const same = sameContact(channel, former, target)
    if (same) throw new Refusal(same)
    if (former !== null) await spendProof(own, actor)
    await codes.take(own, subjectOf(actor, 'bind', channel, target), code, caller)
    await moveName(own, actor.login_id, former, target, taken(channel, caller))
    await writeCredentials(own, actor.login_id, bound)
    await endOthers(own, actor, `${channel}_changed`)
    await audit(own, actor, texts.contactEdited(channel, former === null ? null : masked(channel, former), masked(channel, target)))
    await tellContacts(own, before, channel, before.username, caller)
  }

  return {
    /** Ends every other session of the login, and notifies it and its contacts. @throws identityNotVerified */
    async editPassword(own: AccountDb, actor: Actor, { new_password }: Input<'edit_password'>, caller: Caller): Promise<void> {
      const password_hash = await hashPassword(new_password)
      const before = await queries.lockCredentials(own, actor.login_id)
      await spendProof(own, actor)
      await writeCredentials(own, actor.login_id, { password_hash })
      await endOthers(own, actor, 'password_changed')
      await audit(own, actor, texts.passwordEdited(actor.username))
      await sendMessage(own, { ...texts.passwordMessage(actor.username, actor.address), login_id: actor.login_id })
      await tellContacts(own, before, 'password', actor.username, caller)
    },

    /** @throws samePhone, identityNotVerified, invalidInput, codeWrong, codeSpent, codeNotDelivered, phoneTaken */
    async editPhone(own: AccountDb, actor: Actor, { area_code, phone, code }: Input<'edit_phone'>, caller: Caller): Promise<void> {
      await requirePhone({ area_code, phone }, 'phone', caller)
      const before = await queries.lockCredentials(own, actor.login_id)
      const target = phoneText({ area_code, phone })
      await bind(own, actor, caller, before, { channel: 'phone', target, code, bound: { area_code, phone } })
    },

    /** @throws sameEmail, identityNotVerified, codeWrong, codeSpent, codeNotDelivered, emailTaken */
    async editEmail(own: AccountDb, actor: Actor, { email, code }: Input<'edit_email'>, caller: Caller): Promise<void> {
      const before = await queries.lockCredentials(own, actor.login_id)
      await bind(own, actor, caller, before, { channel: 'email', target: email, code, bound: { email } })
    },

    /** Makes a bound contact the default one. @throws contactNotBound */
    async chooseDefault(own: AccountDb, actor: Actor, channel: Channel): Promise<void> {
      const before = await queries.lockCredentials(own, actor.login_id)
      if (contactOf(channel, before) === null) throw new Refusal('contactNotBound')
      if (before.default_channel === channel) return
      await writeCredentials(own, actor.login_id, { default_channel: channel })
      await audit(own, actor, texts.defaultChannelChosen(channel))
    },

    /** Changes a sub-account's own password; ends every session of it, also this one. @throws oldPasswordWrong, tooManyTries */
    async editOwnPassword(
      own: AccountDb,
      actor: Actor,
      { old_password, password }: InputOf<typeof contract.ram.password>,
      caller: Caller,
    ): Promise<void> {
      const { account_id, login_id, address } = actor
      await lock.tryOnce(`login ${login_id}`, address)
      const { password_hash } = await queries.lockCredentials(own, login_id)
      if (!(await passwordFits(old_password, password_hash))) throw new Refusal('oldPasswordWrong')
      await lock.clear(`login ${login_id}`, address)
      await writeCredentials(own, login_id, { password_hash: await hashPassword(password) })
      await endBegun(own, { account_id, login_id })
      await sessions.revoke(own, account_id, { login_id }, 2003, 'password_changed')
      await audit(own, actor, texts.ownPasswordEdited(actor.username))
      caller.clearCookie()
    },
  }
}

/** A contact to bind, and the values of its columns. */
interface Binding {
  channel: Channel
  /** `+86 13800000000`, or an e-mail. */
  target: string
  code: string
  bound: { area_code: string; phone: string } | { email: string }
}

const masked = (channel: Channel, contact: string): string => {
  if (channel === 'email') return maskEmail(contact)
  const [area_code = '', phone = ''] = contact.split(' ')
  return `${area_code} ${maskPhone(phone)}`
}

/** Returns the refusal of a contact of another login. It follows a right code only, so that only its reader learns whose it is. */
function taken(channel: Channel, { language }: Caller): Refusal {
  const reason: Extract<RefusalName, 'phoneTaken' | 'emailTaken'> = channel === 'phone' ? 'phoneTaken' : 'emailTaken'
  return new Refusal(reason, undefined, { errors: [{ field: channel, msg: refusalText(reason, undefined, language) }] })
}

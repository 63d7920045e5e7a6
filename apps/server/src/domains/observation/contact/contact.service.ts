/**
 * Room observation/contact: the people who receive alerts of an account.
 * Tables: contact, contact_link.
 * Called by: jobs.
 * Always: no alert goes to an address that has not been verified by its link.
 */
import { randomUUID } from 'node:crypto'
import {
  type Contact,
  CONTACT_LETTER_SECONDS,
  CONTACTS_MAX,
  type contract,
  DAY_SECONDS,
  type InputOf,
  type Language,
  type OutputOf,
} from '@weft/contract'
import { type AccountDb, asAccount, type Db, isKeyTaken, type SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest } from '../../../kernel/secrets.ts'
import { audit, auditSystem } from '../../foundation/audit/audit.service.ts'
import type { BudgetService, Spender } from '../../foundation/budget/budget.service.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { holdAccount } from '../../foundation/limits/limits.service.ts'
import { messageOwner } from '../../support/message/message.service.ts'
import {
  contactCreated,
  contactCreatedMessage,
  contactDeleted,
  contactEdited,
  contactMovedMessage,
  emailVerified,
  validationSent,
} from './contact.audit.ts'
import * as queries from './contact.queries.ts'

/** Seconds for which a link that verifies a contact's address is valid. */
export const VALIDATION_SECONDS = DAY_SECONDS

export type ContactService = ReturnType<typeof createContactService>

type Call = typeof contract.contacts
type In<K extends keyof Call> = InputOf<Call[K]>

/** Returns those of these contacts that the account has, for the check of a request. */
export const resolveContacts = async (db: AccountDb, uuids: string[]): Promise<ReadonlySet<string>> =>
  new Set(await queries.knownContacts(db, uuids))

/** @throws contactNotFound */
export async function findContact(db: AccountDb, { uuid }: In<'info'>): Promise<Contact> {
  const contact = await queries.findContact(db, uuid)
  if (!contact) throw new Refusal('contactNotFound')
  return contact
}

export const listContacts = (db: AccountDb, input: In<'lists'>): Promise<OutputOf<Call['lists']>> => queries.pageContacts(db, input)

/** Adds a contact, which gets no alerts before its address is verified, and tells the owner. @throws contactLimit, contactTaken */
export async function createContact(db: AccountDb, actor: Actor, { name, email }: In<'create'>): Promise<OutputOf<Call['create']>> {
  await holdAccount(db)
  if ((await queries.countContacts(db)) >= CONTACTS_MAX) throw new Refusal('contactLimit', { max: CONTACTS_MAX })
  const uuid = randomUUID()
  await unlessTaken(queries.insertContact(db, { uuid, name, email }))
  await audit(db, actor, contactCreated({ name, email }))
  await messageOwner(db, contactCreatedMessage({ name, email }, actor))
  return { uuid }
}

/** Changes a contact. A changed address must be verified again, and the owner is told. @throws contactNotFound, contactTaken */
export async function editContact(db: AccountDb, actor: Actor, { uuid, name, email }: In<'edit'>): Promise<void> {
  const before = await queries.lockContact(db, uuid)
  if (!before) throw new Refusal('contactNotFound')
  await unlessTaken(queries.updateContact(db, uuid, { name, email }))
  await audit(db, actor, contactEdited(before, { name, email }))
  if (before.email !== email) await messageOwner(db, contactMovedMessage(before, { name, email }, actor))
}

/** @throws contactNotFound */
export async function deleteContact(db: AccountDb, actor: Actor, { uuid }: In<'delete'>): Promise<void> {
  const before = await queries.lockContact(db, uuid)
  if (!before) throw new Refusal('contactNotFound')
  await queries.deleteContact(db, uuid)
  await audit(db, actor, contactDeleted(before))
}

/** @throws contactTaken */
async function unlessTaken(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    throw isKeyTaken(error) ? new Refusal('contactTaken') : error
  }
}

/** @param public_url the console's address in letters, without a trailing slash */
export function createContactService({
  db,
  clock,
  budgets,
  deliveries,
  public_url,
}: {
  db: Db
  clock: Clock
  budgets: Pick<BudgetService, 'takeIn'>
  deliveries: Pick<DeliveryService, 'queue'>
  public_url: string
}) {
  return {
    /**
     * Mails a contact a link that verifies its address. The letters are counted by address over all accounts, so that a contact that is
     * deleted and created again does not reset the count.
     * @throws contactNotFound, contactVerified, tooManyTries within a minute of the letter before, budgetSpent, channelUnavailable
     */
    async sendValidation(
      system: SystemDb,
      { uuid, ...sender }: { account_id: number; uuid: string } & Pick<Spender, 'login_id' | 'address' | 'language'>,
    ): Promise<void> {
      const { account_id, language } = sender
      const contact = await queries.lockContact(asAccount(system, account_id), uuid)
      if (!contact) throw new Refusal('contactNotFound')
      if (contact.email_verify === 1) throw new Refusal('contactVerified')
      const now = clock.now()
      const newest = await queries.newestLink(system, account_id, uuid)
      const seconds = newest === undefined ? 0 : newest - VALIDATION_SECONDS + CONTACT_LETTER_SECONDS - unix(now)
      if (seconds > 0) throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
      await budgets.takeIn(system, 'contact_letter', { ...sender, target: contact.email })
      const [link, expire_time] = [token(), after(now, VALIDATION_SECONDS)]
      await queries.insertLink(system, { link_hash: digest(link), account_id, uuid, email: contact.email, expire_time })
      await deliveries.queue(system, {
        to: { channel: 'email', email: contact.email },
        letter: { template: 'validate_contact', url: `${public_url}/validate/email?s=${link}` },
        language,
        account_id,
        expire_time,
      })
    },

    /** Sends the same letter on request of a user of the account, and logs that. */
    async askValidation(account: AccountDb, actor: Actor, { uuid }: In<'send_validate_email'>, language: Language): Promise<void> {
      const contact = await findContact(account, { uuid })
      const { account_id, login_id, address } = actor
      await db.system((system) => this.sendValidation(system, { account_id, login_id, address, uuid, language }))
      await audit(account, actor, validationSent(contact))
    },

    /** Marks the address of a letter's link verified; another opening of the link changes nothing. @throws validationLinkInvalid, whatever is wrong */
    async validateEmail({ s }: InputOf<typeof contract.contacts.validate_email>): Promise<void> {
      await db.system(async (system) => {
        const verified = await queries.useLink(system, digest(s), clock.now())
        if (!verified) throw new Refusal('validationLinkInvalid')
        if (verified.fresh) await auditSystem(system, verified.account_id, emailVerified(verified.name))
      })
    },

    deleteExpired: (): Promise<void> => queries.deleteLinks(db.systemNow, clock.now()),
  }
}

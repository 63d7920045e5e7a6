import type { contract, InputOf, Language } from '@weft/contract'
import { asAccount, type Db, type SystemDb } from '../../db/client.ts'
import { after, type Clock, unix } from '../../kernel/clock.ts'
import { token } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { digest } from '../../kernel/secrets.ts'
import { auditSystem } from '../audit/audit.service.ts'
import type { DeliveryService } from '../delivery/delivery.service.ts'
import { emailVerified } from './contact.audit.ts'
import * as queries from './contact.queries.ts'

/** A link that proves a contact's address is good for so many seconds. */
export const VALIDATION_SECONDS = 86_400
/** One letter a contact within so many seconds. */
const PAUSE_SECONDS = 60

export type ContactService = ReturnType<typeof createContactService>

/** @param public_url the console's address in letters, without a slash at its end */
export function createContactService({
  db,
  clock,
  deliveries,
  public_url,
}: {
  db: Db
  clock: Clock
  deliveries: Pick<DeliveryService, 'queue'>
  public_url: string
}) {
  return {
    /**
     * Mails a contact a link that proves its address. The caller has resolved the contact inside the account.
     * @throws tooManyTries within a minute of the letter before, channelUnavailable
     */
    async sendValidation(
      system: SystemDb,
      { account_id, uuid, language }: { account_id: number; uuid: string; language: Language },
    ): Promise<void> {
      const contact = await queries.lockContact(asAccount(system, account_id), uuid)
      if (!contact) throw new Error('a contact is resolved before its letter')
      const now = clock.now()
      const newest = await queries.newestLink(system, account_id, uuid)
      const seconds = newest === undefined ? 0 : newest - VALIDATION_SECONDS + PAUSE_SECONDS - unix(now)
      if (seconds > 0) throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
      const [link, expire_time] = [token(), after(now, VALIDATION_SECONDS)]
      await queries.insertLink(system, { link_hash: digest(link), account_id, uuid, email: contact.email, expire_time })
      await deliveries.queue(system, {
        to: { channel: 'email', email: contact.email },
        letter: { template: 'validate_contact', name: contact.name, url: `${public_url}/validate/email?s=${link}` },
        language,
        account_id,
        expire_time,
      })
    },

    /** Marks the address of a letter's link verified, once. @throws validationLinkInvalid, whatever is wrong with it */
    async validateEmail({ s }: InputOf<typeof contract.contacts.validate_email>): Promise<void> {
      await db.system(async (system) => {
        const verified = await queries.useLink(system, digest(s), clock.now())
        if (!verified) throw new Refusal('validationLinkInvalid')
        await auditSystem(system, verified.account_id, emailVerified(verified.name))
      })
    },

    deleteExpired: (): Promise<void> => queries.deleteLinks(db.systemNow, clock.now()),
  }
}

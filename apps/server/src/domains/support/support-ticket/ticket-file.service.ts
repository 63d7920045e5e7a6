import type { TicketPicture } from '@weft/contract'
import { storeFile } from '../../../adapters/files/files.ts'
import type { PictureReader } from '../../../adapters/pictures/pictures.ts'
import { type AccountDb, asAccount, type Db } from '../../../db/client.ts'
import type { Actor, OperatorActor } from '../../../kernel/actor.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { PictureLinks } from '../../../kernel/signed-link.ts'
import { auditBy } from '../../foundation/audit/audit.service.ts'
import type { BudgetService, Spender } from '../../foundation/budget/budget.service.ts'
import { pictureSent } from './support-ticket.audit.ts'
import * as queries from './ticket-file.queries.ts'

const MEGABYTE = 1024 * 1024
/** Megabytes that the pictures of an account may take up together. */
const MOST_MEGABYTES = 1024
const DAY_SECONDS = 86_400
/** Operators wait for each other's pictures: they are of no account. */
const OPERATORS = 0

interface TicketFileDependencies {
  db: Db
  clock: Clock
  budgets: Pick<BudgetService, 'takeIn'>
  pictures: PictureReader
  links: Pick<PictureLinks, 'to'>
}
export type TicketFileService = ReturnType<typeof createTicketFileService>

/** The pictures of tickets, from when they are sent in until nothing shows them any more. */
export function createTicketFileService({ db, clock, budgets, pictures, links }: TicketFileDependencies) {
  const shown = (file_id: string): TicketPicture => ({ id: file_id, src: links.to(file_id) })

  return {
    shown,

    /**
     * Draws a customer's picture anew and stores it, before the call's transaction: what that does not come to name is forgotten in a
     * day. What is stored counts, however many come at once.
     * @throws budgetSpent, ticketFileSpace, and what `redraw` throws
     */
    async take(who: Spender & { account_id: number }, bytes: Buffer): Promise<string> {
      const picture = await pictures.redraw(who.account_id, bytes)
      return db.system(async (system) => {
        // The first holds the account's count, so that the sum is of what everybody before has stored.
        await budgets.takeIn(system, 'ticket_picture', who)
        await budgets.takeIn(system, 'picture_bytes', who, picture.bytes.length)
        const sum = await queries.sumSent(asAccount(system, who.account_id))
        if (sum + picture.bytes.length > MOST_MEGABYTES * MEGABYTE) throw new Refusal('ticketFileSpace', { max: MOST_MEGABYTES })
        return storeFile(system, picture)
      })
    },

    /** The same for an operator. @throws what `redraw` throws */
    async takeFromOperator(bytes: Buffer): Promise<string> {
      const picture = await pictures.redraw(OPERATORS, bytes)
      return db.system((system) => storeFile(system, picture))
    },

    /** Notes whose picture it is. Until a ticket or a reply names it, it is shown to its sender alone. */
    async note(account: AccountDb, sender: Actor | OperatorActor, file_id: string): Promise<TicketPicture> {
      const who = 'operator_id' in sender ? { operator_id: sender.operator_id } : { login_id: sender.login_id }
      await queries.insertFile(account, { file_id, ...who })
      await auditBy(account, sender, pictureSent(file_id))
      return shown(file_id)
    },

    /** Forgets pictures that were sent in a day ago and shown nowhere; their bytes go with what nothing refers to. */
    deleteLeft: (): Promise<void> => queries.deleteLeft(db.systemNow, after(clock.now(), -DAY_SECONDS)),
  }
}

/** The door's resolver: pictures that the caller's login sent in. */
export const resolveTicketFiles = async (db: AccountDb, file_ids: string[], { login_id }: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.findSent(db, { login_id }, file_ids))

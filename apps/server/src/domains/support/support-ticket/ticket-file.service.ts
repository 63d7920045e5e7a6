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
/** The key by which operators wait for each other's pictures: they belong to no account. */
const OPERATORS = 0

interface TicketFileDependencies {
  db: Db
  clock: Clock
  budgets: Pick<BudgetService, 'takeIn'>
  pictures: PictureReader
  links: Pick<PictureLinks, 'to'>
}
export type TicketFileService = ReturnType<typeof createTicketFileService>

/** Creates the service for the pictures of tickets, from when they are sent in until nothing shows them any more. */
export function createTicketFileService({ db, clock, budgets, pictures, links }: TicketFileDependencies) {
  const shown = (file_id: string): TicketPicture => ({ id: file_id, src: links.to(file_id) })

  return {
    shown,

    /**
     * Redraws a customer's picture and stores it, before the call's transaction: if that then fails to note it, it is deleted after a
     * day. What is stored counts, however many pictures come at once.
     * @throws budgetSpent, ticketFileSpace, and what `redraw` throws
     */
    async take(who: Spender & { account_id: number }, bytes: Buffer): Promise<string> {
      const picture = await pictures.redraw(who.account_id, bytes)
      return db.system(async (system) => {
        // The first budget locks the account's count, so that the sum includes everything stored before.
        await budgets.takeIn(system, 'ticket_picture', who)
        await budgets.takeIn(system, 'picture_bytes', who, picture.bytes.length)
        const sum = await queries.sumSent(asAccount(system, who.account_id))
        if (sum + picture.bytes.length > MOST_MEGABYTES * MEGABYTE) throw new Refusal('ticketFileSpace', { max: MOST_MEGABYTES })
        return storeFile(system, picture)
      })
    },

    /** Redraws and stores an operator's picture, without a budget. @throws what `redraw` throws */
    async takeFromOperator(bytes: Buffer): Promise<string> {
      const picture = await pictures.redraw(OPERATORS, bytes)
      return db.system((system) => storeFile(system, picture))
    },

    /** Notes the sender of a picture. Until a ticket or a reply names it, it is shown to its sender alone. */
    async note(account: AccountDb, sender: Actor | OperatorActor, file_id: string): Promise<TicketPicture> {
      const who = 'operator_id' in sender ? { operator_id: sender.operator_id } : { login_id: sender.login_id }
      await queries.insertFile(account, { file_id, ...who })
      await auditBy(account, sender, pictureSent(file_id))
      return shown(file_id)
    },

    /** Deletes pictures that were sent in a day ago and shown nowhere; their bytes are deleted with other files that nothing refers to. */
    deleteLeft: (): Promise<void> => queries.deleteLeft(db.systemNow, after(clock.now(), -DAY_SECONDS)),
  }
}

/** Returns which of the ids are pictures that the caller's login sent in; a resolver of the door. */
export const resolveTicketFiles = async (db: AccountDb, file_ids: string[], { login_id }: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.findSent(db, { login_id }, file_ids))

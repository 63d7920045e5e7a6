import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { storeFile } from '../adapters/files/files.ts'
import { createPictureReader } from '../adapters/pictures/pictures.ts'
import { asAccount, type Db, type SystemDb } from '../db/client.ts'
import { createSupportTicketService } from '../domains/support/support-ticket/support-ticket.service.ts'
import { createTicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import { createTicketFileService } from '../domains/support/support-ticket/ticket-file.service.ts'
import type { Actor, OperatorActor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import { createReply } from '../ops/support-ticket.service.ts'
import { ageTicket } from './demo.queries.ts'
import { savedReplies, tickets } from './ticket.ts'

const PICTURE = resolve(import.meta.dirname, '../../../../handbook/02-network/images/network-links.png')

/** Opens the company's tickets with their replies, each ticket `hours` old, and adds the saved replies. */
export async function openTickets(
  { db, clock }: { db: Db; clock: Clock },
  system: SystemDb,
  { owner, operator }: { owner: Actor; operator: OperatorActor },
): Promise<void> {
  const files = createTicketFileService({
    db,
    clock,
    budgets: { takeIn: () => Promise.reject(new Error('the demonstration stores its picture itself')) },
    pictures: createPictureReader(),
    links: { to: () => '' },
  })
  const customer = createSupportTicketService({ files, clock })
  const desk = createTicketDeskService({
    files,
    clock,
    public_url: '',
    deliveries: { can: () => false, queue: () => Promise.reject(new Error('the demonstration writes to nobody')) },
  })
  const own = asAccount(system, owner.account_id)
  const bytes = existsSync(PICTURE) ? readFileSync(PICTURE) : undefined
  const pictures = async (sender: Actor | OperatorActor, wanted: true | undefined): Promise<string[]> => {
    if (!wanted || !bytes) return []
    return [(await files.note(own, sender, await storeFile(system, { media_type: 'image/png', bytes }))).id]
  }
  for (const { type, title, content, picture, said, priority, note, appraise, hours } of tickets) {
    const { ticket_number } = await customer.create(own, owner, {
      type,
      title,
      content,
      evidence: [],
      file_ids: await pictures(owner, picture),
    })
    for (const line of said) {
      const ofCustomer = line.from === 'customer'
      const reply = { ticket_number, content: line.content, file_ids: await pictures(ofCustomer ? owner : operator, line.picture) }
      await (ofCustomer ? customer.reply(own, owner, reply) : desk.reply(system, operator, reply))
    }
    if (priority) await desk.prioritise(system, operator, { ticket_number, priority, seen_priority: 2 })
    if (note) {
      await desk.note(system, operator, { ticket_number, content: note })
      await desk.assign(system, operator, { ticket_number, assignee: operator.username, seen_assignee: null }, operator)
    }
    if (appraise) await customer.appraise(own, owner, { ticket_number, ...appraise })
    await ageTicket(system, ticket_number, hours)
  }
  for (const reply of savedReplies) await createReply(system, operator, reply)
}

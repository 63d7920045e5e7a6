import { alertEventDefaults } from '@weft/contract'
import { randomUUID } from 'node:crypto'
import { asAccount, type SystemDb } from '../db/client.ts'
import { createContact } from '../domains/observation/contact/contact.service.ts'
import { sendMessage } from '../domains/support/message/message.service.ts'
import { contentOf, messageOf, type News, titleOf } from '../domains/observation/monitor/alert.text.ts'
import { createMaintenance, enable, setting } from '../domains/observation/monitor/monitor.service.ts'
import type { Actor } from '../kernel/actor.ts'
import { after, type Clock, unix } from '../kernel/clock.ts'
import { maskEmail } from '../kernel/mask.ts'
import * as company from './company.ts'
import { ageMessage, forgetAssigned, insertIncidents, insertNotifications, verifyContact } from './demo.queries.ts'
import { alerts, contacts, maintenance, watched } from './monitor.ts'

const HOUR_SECONDS = 3600

/** Sets up the company's monitoring: contacts, watched members, a maintenance window, and the alerts of the week. */
export async function watchMembers(db: SystemDb, owner: Actor, clock: Clock): Promise<void> {
  const [own, now] = [asAccount(db, owner.account_id), clock.now()]
  await enable(own, owner)
  // The hardware of the company was assigned long ago.
  await forgetAssigned(own)
  for (const { name, email, email_verify } of contacts) {
    const { uuid } = await createContact(own, owner, { name, email })
    if (email_verify === 1) await verifyContact(db, uuid)
  }
  const channels = { portal_confirm: 1, email_confirm: 1, webhook_confirm: 0 } as const
  const events = { ...alertEventDefaults, pop_connect: 0 } as const
  await setting(own, owner, { ...channels, ...events, router: watched }, clock)
  const start_time = unix(now) + maintenance.inHours * HOUR_SECONDS
  const { name, hours, router } = maintenance
  await createMaintenance(own, owner, { name, start_time, end_time: start_time + hours * HOUR_SECONDS, router }, clock)

  const targets = [
    { channel: 'portal', masked_target: '我的消息' },
    ...[company.owner.email, contacts[0].email].map((email) => ({ channel: 'mail', masked_target: maskEmail(email) }) as const),
  ] as const
  for (const { hours, minutes, routers } of alerts) {
    const time = after(now, -hours * HOUR_SECONDS)
    const news = routers.map(
      (name): News => ({ what: 'member', event: 'router_offline', good: false, time: unix(time), name, behind: 0, still: false }),
    )
    const [title, content] = [titleOf(news), contentOf(news)]
    await sendMessage(own, { ...messageOf(title, content), router_names: routers.map(({ router_name }) => router_name) })
    await ageMessage(db, owner, title, time)
    const alert_id = randomUUID()
    await insertNotifications(own, { alert_id, title, content, time, targets })
    await insertIncidents(own, { alert_id, routers, time, close_time: after(time, minutes * 60), by: owner.username })
  }
}

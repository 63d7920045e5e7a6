import { randomUUID } from 'node:crypto'
import {
  type AlertEvent,
  alertsWithoutMonitoring,
  type contract,
  type DeliveryReason,
  deliveryReasonText,
  type InputOf,
  type Language,
  type OutputOf,
} from '@weft/contract'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock, fromUnix, unix } from '../../../kernel/clock.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import type { WebhookService } from '../webhook/webhook.service.ts'
import * as queries from './alert.queries.ts'
import { gathers, type Judged, judge, PAUSE_SECONDS, type Watched } from './alert.rules.ts'
import { contentOf, messageOf, type News, serviceText, titleOf } from './alert.text.ts'
import * as incidents from './incident.queries.ts'
import { compareIncidents, recordJudged } from './incident.service.ts'

/** Most accounts handled in one round. */
const MOST_ACCOUNTS = 50
const KEPT_DAYS = 30
/** Incidents are kept as long as outages. */
const INCIDENTS_KEPT_DAYS = 90
const DAY_SECONDS = 86_400

export type AlertService = ReturnType<typeof createAlertService>

/**
 * Alerts accounts of changes. Triggers write down what is seen, in the transaction that changes it; a round here decides what is alerted,
 * and queues it in the transaction that marks it as alerted: nothing is lost, and nothing is alerted twice.
 */
export function createAlertService({
  db,
  clock,
  deliveries,
  webhooks,
  settings: { WEFT_ALERT_SECONDS: debounce, WEFT_PUBLIC_URL: home },
}: {
  db: Db
  clock: Clock
  deliveries: Pick<DeliveryService, 'queue' | 'note'>
  webhooks: Pick<WebhookService, 'target'>
  settings: Pick<Settings, 'WEFT_ALERT_SECONDS' | 'WEFT_PUBLIC_URL'>
}) {
  /** Sends news through every channel that the account wants. */
  async function tell(account: AccountDb, monitor: Channels, news: readonly News[], now: Date): Promise<void> {
    const [alert_id, title, content] = [randomUUID(), titleOf(news), contentOf(news)]
    await queries.insertAlert(account, { alert_id, title, content, create_time: now })
    await incidents.linkAlert(
      account,
      alert_id,
      news.flatMap(({ incident_id }) => incident_id ?? []),
    )
    const account_number = await queries.accountNumberOf(account)
    const letter = { template: 'alert', title, content, account_number, url: `${home}/monitor/setting` } as const
    const one = { letter, language: 'zh-CN', account_id: account.account_id, alert_id } as const
    if (monitor.portal_confirm === 1) {
      // What is about a network goes to those who may see it.
      for (const [network_number, group] of Map.groupBy(news, (one) => (one.what === 'network' ? one.network_number : null)))
        await sendMessage(account, {
          ...messageOf(titleOf(group), contentOf(group)),
          ...(network_number !== null && { network_number }),
        })
      await deliveries.note(account, one)
    }
    if (monitor.email_confirm === 1)
      for (const email of await queries.addressesOf(account)) await deliveries.queue(account, { ...one, to: { channel: 'email', email } })
    const target = monitor.webhook_confirm === 1 ? await webhooks.target(account) : undefined
    if (target !== undefined) await deliveries.queue(account, { ...one, to: { channel: 'webhook', target } })
    await queries.writeTellTime(account, now)
  }

  async function announce(system: SystemDb, account_id: number): Promise<void> {
    const [account, now] = [asAccount(system, account_id), clock.now()]
    const monitor = await queries.holdMonitor(account)
    if (monitor?.tell_time && monitor.tell_time > unix(now) - PAUSE_SECONDS) return
    await queries.forgetUnwatched(account)
    if (!monitor) return
    const rows = await queries.holdWatched(account, after(now, -debounce), now)
    const first = rows.find((row) => row.due)
    if (!first || gathers(rows.filter((row) => !row.due && row.seen !== row.alerted).length, unix(now) - debounce - first.since)) return
    const hubs = await queries.hubsOf(account, downOf(rows))
    const judged = judge({
      rows,
      hubs,
      downHubs: await queries.downHubs(account, [...new Set([...hubs.values()].flat())], debounce),
      windows: await queries.windowsAt(account, now),
      wanted: monitor,
      now: unix(now),
    })
    await write(account, judged, now)
    const news = await recordJudged(account, judged, now)
    if (news.length > 0) await tell(account, monitor, news, now)
  }

  async function write(account: AccountDb, { settled, hidden, released, held }: Judged, now: Date): Promise<void> {
    if (settled.length > 0) await queries.deleteWatched(account, settled)
    if (hidden.length > 0) await queries.hideWatched(account, hidden)
    if (released.length > 0) await queries.releaseWatched(account, released, now)
    for (const [until, group] of Map.groupBy(held, (one) => one.until))
      await queries.postponeWatched(
        account,
        group.map((one) => one.row),
        fromUnix(until),
      )
  }

  /** Sends what is pending of an account's incidents, if it wants to hear of it. */
  async function announcePending(system: SystemDb, account_id: number): Promise<void> {
    const [account, now] = [asAccount(system, account_id), clock.now()]
    const monitor = await queries.findMonitor(account)
    if (monitor?.tell_time && monitor.tell_time > unix(now) - PAUSE_SECONDS) return
    const news = (await incidents.takePending(account)).filter(({ kind }) => wants(monitor, kind)).map(newsOf)
    if (news.length > 0) await tell(account, monitor ?? MESSAGES_ONLY, news, now)
  }

  async function announceEnds(account: AccountDb, services: readonly queries.EndingService[], now: Date): Promise<void> {
    const fresh = await queries.markServices(account, services)
    const news: News[] = []
    for (const service of services.filter(({ service_id, days }) => fresh.has(`${service_id}/${days}`))) {
      const { service_id, service_code, quantity, expired_time, days } = service
      const kind = days > 0 ? 'service_ending' : 'service_expired'
      const subject_key = `${service_id}/${expired_time}`
      if (days === 0) await incidents.closeIncident(account, 'service_ending', subject_key, fromUnix(expired_time))
      const { incident_id, acknowledged } = await incidents.openIncident(account, {
        kind,
        subject_key,
        subject: serviceText(service),
        router_name: null,
        network_number: null,
        open_time: days > 0 ? now : fromUnix(expired_time),
      })
      if (!acknowledged)
        news.push({ what: 'service', event: kind, good: false, time: expired_time, service_code, quantity, days, incident_id })
    }
    if (news.length > 0) await tell(account, (await queries.findMonitor(account)) ?? MESSAGES_ONLY, news, now)
  }

  return {
    /** Runs one round over the accounts that have changes to alert. Any number of instances may run it at once. */
    async announceDue(): Promise<void> {
      const now = clock.now()
      for (const account_id of await queries.dueAccounts(db.systemNow, after(now, -debounce), now, MOST_ACCOUNTS))
        await db.system((system) => announce(system, account_id))
    },

    /** Ends incidents whose subject is well again, begins those of networks and configurations, and sends what is to be said of them. */
    async followIncidents(): Promise<void> {
      await compareIncidents(db, clock)
      for (const account_id of await incidents.pendingAccounts(db.systemNow))
        await db.system((system) => announcePending(system, account_id))
    },

    /** Announces the ends of services: 30, 7 and 1 days before them, and when they come. */
    async announceServices(): Promise<void> {
      const now = clock.now()
      const ending = Map.groupBy(await queries.endingServices(db.systemNow, now), (service) => service.account_id)
      for (const [account_id, services] of ending) await db.system((system) => announceEnds(asAccount(system, account_id), services, now))
    },

    async forget(): Promise<void> {
      await queries.deleteAlerts(db.systemNow, after(clock.now(), -KEPT_DAYS * DAY_SECONDS))
      await incidents.deleteIncidents(db.systemNow, after(clock.now(), -INCIDENTS_KEPT_DAYS * DAY_SECONDS))
    },
  }
}

type Channels = Pick<queries.MonitorRow, 'portal_confirm' | 'email_confirm' | 'webhook_confirm'>
/** How an account hears of what concerns it although it never turned monitoring on. */
const MESSAGES_ONLY: Channels = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0 }

const wants = (monitor: queries.MonitorRow | undefined, kind: AlertEvent): boolean =>
  monitor ? monitor[kind] === 1 : alertsWithoutMonitoring.has(kind)

function newsOf({
  incident_id,
  kind,
  subject,
  router_name,
  note,
  network_number,
  open_time,
  close_time,
  pending,
}: incidents.PendingIncident): News {
  const good = pending === 2 || kind === 'router_assigned'
  const about = { event: kind, good, time: pending === 2 ? (close_time ?? open_time) : open_time, incident_id }
  if (router_name === null) return { ...about, what: 'network', network_name: subject, network_number }
  return { ...about, what: 'member', name: { router_name, note }, behind: 0, still: false }
}

const downOf = (rows: readonly Watched[]) => rows.filter((row) => row.link === '' && row.seen === 0).map((row) => row.router_name)

type Listed = typeof contract.monitor.deliveries
/** Returns a page of the deliveries of alerts. */
export async function listDeliveries(
  db: AccountDb,
  { designated }: Pick<Actor, 'designated'>,
  input: InputOf<Listed>,
  language: Language,
): Promise<OutputOf<Listed>> {
  const { rows, count } = await queries.pageDeliveries(db, input, designated)
  return {
    rows: rows.map(({ delivery_id, title, masked_target, reason, answer, ...row }) => ({
      ...row,
      id: delivery_id,
      event: title,
      target: masked_target,
      answer: [reason === null ? '' : deliveryReasonText(reason as DeliveryReason, language), answer ?? ''].filter(Boolean).join(' · '),
    })),
    count,
  }
}

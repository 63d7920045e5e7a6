import { randomUUID } from 'node:crypto'
import {
  type AlertEvent,
  alertsWithoutMonitoring,
  type contract,
  DAY_SECONDS,
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

/** Most accounts that one call of `announceDue` handles. */
const MOST_ACCOUNTS = 50
const ALERTS_KEPT_DAYS = 30
/** Incidents are kept as long as outages. */
const INCIDENTS_KEPT_DAYS = 90

export type AlertService = ReturnType<typeof createAlertService>

/**
 * Sends alerts to accounts. A database trigger records each new state of a watched member, in the transaction that changes the state. The
 * functions returned here are called at intervals. They decide which changes are alerted, and queue the messages in the transaction that
 * marks the changes as alerted. So no change is lost, and none is alerted twice.
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
  /** Records one alert with all of this news, and queues it on every channel that the account has switched on. */
  async function sendAlert(account: AccountDb, monitor: Channels, news: readonly News[], now: Date): Promise<void> {
    const [alert_id, title, content] = [randomUUID(), titleOf(news), contentOf(news)]
    await queries.insertAlert(account, { alert_id, title, content, create_time: now })
    await incidents.linkAlert(
      account,
      alert_id,
      news.flatMap(({ incident_id }) => incident_id ?? []),
    )
    const account_number = await queries.accountNumberOf(account)
    const letter = { template: 'alert', title, content, account_number, url: `${home}/monitor/setting` } as const
    const delivery = { letter, language: 'zh-CN', account_id: account.account_id, alert_id } as const
    if (monitor.portal_confirm === 1) {
      // One message for each network, which only those who may see the network can read, and one for the rest of the news.
      for (const [network_number, group] of Map.groupBy(news, (item) => (item.what === 'network' ? item.network_number : null)))
        await sendMessage(account, {
          ...messageOf(titleOf(group), contentOf(group)),
          ...(network_number !== null && { network_number }),
          router_names: group.flatMap((item) => ('name' in item ? item.name.router_name : [])),
        })
      await deliveries.note(account, delivery)
    }
    if (monitor.email_confirm === 1)
      for (const email of await queries.addressesOf(account))
        await deliveries.queue(account, { ...delivery, to: { channel: 'email', email } })
    const target = monitor.webhook_confirm === 1 ? await webhooks.target(account) : undefined
    if (target !== undefined) await deliveries.queue(account, { ...delivery, to: { channel: 'webhook', target } })
    await queries.writeTellTime(account, now)
  }

  /** Alerts an account of the changes that have lasted long enough, unless another instance does so now. */
  async function announceChanges(system: SystemDb, account_id: number): Promise<void> {
    const [account, now] = [asAccount(system, account_id), clock.now()]
    const monitor = await queries.holdMonitor(account)
    if (monitor && hasJustSent(monitor, now)) return
    await queries.forgetUnwatched(account)
    if (!monitor) return
    const rows = await queries.holdWatched(account, after(now, -debounce), now)
    const oldestDue = rows.find((row) => row.due)
    if (!oldestDue) return
    // Many changes that are not due yet are probably one fault, and one alert should report all of them.
    const notDue = rows.filter((row) => !row.due && row.seen !== row.alerted)
    if (gathers(notDue.length, unix(now) - debounce - oldestDue.since)) return
    const centers = await queries.centersOf(account, offlineMembers(rows))
    const judged = judge({
      rows,
      centers,
      downCenters: await queries.downCenters(account, [...new Set([...centers.values()].flat())], debounce),
      windows: await queries.windowsAt(account, now),
      wanted: monitor,
      now: unix(now),
    })
    await recordStates(account, judged, now)
    const news = await recordJudged(account, judged, now)
    if (news.length > 0) await sendAlert(account, monitor, news, now)
  }

  /** Writes what was decided into the rows of the watched states; `Judged` says what each group is. */
  async function recordStates(account: AccountDb, { settled, hidden, released, held }: Judged, now: Date): Promise<void> {
    if (settled.length > 0) await queries.deleteWatched(account, settled)
    if (hidden.length > 0) await queries.hideWatched(account, hidden)
    if (released.length > 0) await queries.releaseWatched(account, released, now)
    for (const [until, group] of Map.groupBy(held, (postponed) => postponed.until))
      await queries.postponeWatched(
        account,
        group.map(({ row }) => row),
        fromUnix(until),
      )
  }

  /** Alerts an account of the incidents whose begin or end was not sent yet, as far as the account wants alerts of their kind. */
  async function announcePending(system: SystemDb, account_id: number): Promise<void> {
    const [account, now] = [asAccount(system, account_id), clock.now()]
    const monitor = await queries.findMonitor(account)
    if (monitor && hasJustSent(monitor, now)) return
    const news = (await incidents.takePending(account)).filter(({ kind }) => wants(monitor, kind)).map(newsOf)
    if (news.length > 0) await sendAlert(account, monitor ?? MESSAGES_ONLY, news, now)
  }

  /** Alerts an account of services that end soon or have ended, and opens their incidents. */
  async function announceEnds(account: AccountDb, services: readonly queries.EndingService[], now: Date): Promise<void> {
    const newlyMarked = await queries.markServices(account, services)
    const news: News[] = []
    for (const service of services.filter(({ service_id, days }) => newlyMarked.has(`${service_id}/${days}`))) {
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
    if (news.length > 0) await sendAlert(account, (await queries.findMonitor(account)) ?? MESSAGES_ONLY, news, now)
  }

  return {
    /** Alerts the accounts that have changes to alert, a limited number of them. Any number of instances may call it at once. */
    async announceDue(): Promise<void> {
      const now = clock.now()
      for (const account_id of await queries.dueAccounts(db.systemNow, after(now, -debounce), now, MOST_ACCOUNTS))
        await db.system((system) => announceChanges(system, account_id))
    },

    /**
     * Ends the incidents whose member, link or network works again, begins those of networks and of failed configurations, and alerts the
     * accounts of the incidents that began or ended.
     */
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

    /** Deletes old alerts and incidents. */
    async forget(): Promise<void> {
      await queries.deleteAlerts(db.systemNow, after(clock.now(), -ALERTS_KEPT_DAYS * DAY_SECONDS))
      await incidents.deleteIncidents(db.systemNow, after(clock.now(), -INCIDENTS_KEPT_DAYS * DAY_SECONDS))
    },
  }
}

type Channels = Pick<queries.MonitorRow, 'portal_confirm' | 'email_confirm' | 'webhook_confirm'>
/** The channels of an account without monitoring: messages in the console only. It is still alerted of its services, for example. */
const MESSAGES_ONLY: Channels = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0 }

/** Returns whether a pause must follow, because an alert was sent to the account just now. */
const hasJustSent = ({ tell_time }: queries.MonitorRow, now: Date) => tell_time !== null && tell_time > unix(now) - PAUSE_SECONDS

/** Returns whether an account wants alerts of a kind; without monitoring it gets the few that concern the account itself. */
const wants = (monitor: queries.MonitorRow | undefined, kind: AlertEvent): boolean =>
  monitor ? monitor[kind] === 1 : alertsWithoutMonitoring.has(kind)

/** Returns the news of the begin or end of an incident. */
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
  const ended = pending === 2
  const good = ended || kind === 'router_assigned'
  const about = { event: kind, good, time: ended ? (close_time ?? open_time) : open_time, incident_id }
  if (router_name === null) return { ...about, what: 'network', network_name: subject, network_number }
  return { ...about, what: 'member', name: { router_name, note }, behind: 0, still: false }
}

/** Returns the members whose control connection is down. */
const offlineMembers = (rows: readonly Watched[]) => rows.filter((row) => row.link === '' && row.seen === 0).map((row) => row.router_name)

type DeliveriesCall = typeof contract.monitor.deliveries
/** Returns a page of the deliveries of alerts that the caller may see, newest first. */
export async function listDeliveries(
  db: AccountDb,
  actor: Pick<Actor, 'designated' | 'members'>,
  input: InputOf<DeliveriesCall>,
  language: Language,
): Promise<OutputOf<DeliveriesCall>> {
  const { rows, count } = await queries.pageDeliveries(db, input, actor)
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

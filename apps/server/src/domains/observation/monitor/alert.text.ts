import {
  type AlertContent,
  type AlertEvent,
  alertEvents,
  type AlertLine,
  alertTitles,
  type Nameable,
  nameWithSerial,
  serviceCatalogue,
  type ServiceCode,
  shortName,
} from '@weft/contract'
import { fromUnix, shanghaiDay, shanghaiTime } from '../../../kernel/clock.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'

/** One thing to alert. */
export type News = { event: AlertEvent; good: boolean; time: number; incident_id?: number } & (
  | { what: 'member'; name: Nameable; behind: number; still: boolean }
  | { what: 'link'; name: Nameable; link: string; area: string }
  | { what: 'service'; service_code: string; quantity: number; days: number }
  /** One network, or all of the account: then neither name nor number. */
  | { what: 'network'; network_name: string; network_number: string | null }
)

/** Most changes that an alert lists; of the others only the number is given. */
const MOST_LINES = 50

function sentenceOf(news: News): string {
  switch (news.what) {
    case 'member': {
      const name = nameWithSerial(news.name)
      if (news.event === 'config_failed') return `${name} 没有应用新配置，仍在使用原来的配置`
      if (news.event === 'router_assigned') return `${name} 已分配到您的账号`
      if (news.good) return `${name} 已上线`
      if (news.still) return `中心 ${name} 仍失联，又有 ${news.behind} 个分支离线`
      return news.behind > 0 ? `中心 ${name} 与平台失去联系，其下 ${news.behind} 个分支同时离线` : `${name} 与平台失去联系`
    }
    case 'link':
      return `${nameWithSerial(news.name)} 到 ${popText(news.area)}的连接${news.good ? '已恢复' : '中断'}`
    case 'service': {
      const day = shanghaiDay.format(fromUnix(news.time))
      return `${serviceText(news)}${news.days > 0 ? `将于 ${day} 到期` : `已于 ${day} 到期`}`
    }
    case 'network':
      if (news.network_number !== null) return `组网「${news.network_name}」${news.good ? '已恢复' : '不可用：全部站点与平台失去联系'}`
      return news.good ? '全部组网已恢复' : '全部组网已停止：服务已到期，请续费'
  }
}

/** Returns what a service gives, as 「组网成员 5 个」. */
export function serviceText({ service_code, quantity }: { service_code: string; quantity: number }): string {
  const { 'zh-CN': service, unit } = serviceCatalogue[service_code as ServiceCode]
  return `${service} ${quantity} ${unit['zh-CN']}`
}

const lineOf = (news: News): AlertLine => ({
  event: news.event,
  good: news.good,
  time: news.time,
  text: sentenceOf(news),
  ...((news.what === 'member' || news.what === 'link') && { router_name: news.name.router_name }),
  ...(news.what === 'network' && news.network_number !== null && { network_number: news.network_number }),
  ...(news.incident_id !== undefined && { incident_id: String(news.incident_id) }),
})

/** Returns the content of an alert, bad news first. */
export function contentOf(news: readonly News[]): AlertContent {
  const ordered = news.toSorted((a, b) => Number(a.good) - Number(b.good) || a.time - b.time)
  return { lines: ordered.slice(0, MOST_LINES).map(lineOf), more: Math.max(0, news.length - MOST_LINES) }
}

/** Returns the title of one piece of news, without a serial number: 「【失联】合肥政务店 · 12:23」. */
function titleOfOne(news: News): string {
  if (news.what === 'service') return sentenceOf(news)
  const time = shanghaiTime.format(fromUnix(news.time)).slice(11, 16)
  return `【${alertTitles[news.event][news.good ? 'good' : 'bad']?.mark ?? ''}】${subjectOf(news)} · ${time}`
}

/** Returns what sentences call the POP of an area. */
export const popText = (area: string): string => `POP「${area}」`

function subjectOf(news: Exclude<News, { what: 'service' }>): string {
  if (news.what === 'network') return news.network_number === null ? '全部组网' : news.network_name
  const name = shortName(news.name)
  if (news.what === 'link') return `${name} 到 ${popText(news.area)}`
  return news.behind > 0 ? `${name}，其下 ${news.behind} 个分支同时离线` : name
}

/** Returns the title of a message: the one thing that happened, or how many of each kind, the bad first. */
export function titleOf(news: readonly News[]): string {
  const [only] = news
  if (only && news.length === 1) return titleOfOne(only)
  const countOf = (event: string, good: boolean) => news.filter((one) => one.event === event && one.good === good).length
  return [false, true]
    .flatMap((good) =>
      alertEvents.flatMap((event) => {
        const title = alertTitles[event][good ? 'good' : 'bad']
        const n = countOf(event, good)
        return title && n > 0 ? [title.many(n)] : []
      }),
    )
    .join('、')
}

/** Returns an alert as a message of the message centre, in which members' names are links. */
export function messageOf(title: string, { lines, more }: AlertContent) {
  const items = lines.map(({ time, text, router_name }) => {
    const when = shanghaiTime.format(fromUnix(time))
    const what =
      router_name === undefined
        ? escapeHtml(text)
        : `<a href="/router/detail?router_name=${encodeURIComponent(router_name)}">${escapeHtml(text)}</a>`
    return `<li>${when} ${what}</li>`
  })
  const rest = more > 0 ? `<p>另有 ${more} 条。</p>` : ''
  return { title, type: '监控告警', content: `<ul>${items.join('')}</ul>${rest}` }
}

import { type AlertContent, type AlertEvent, type AlertLine, serviceCatalogue, type ServiceCode } from '@weft/contract'
import { fromUnix, shanghaiDay, shanghaiTime } from '../../../kernel/clock.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'

/** One thing to alert. */
export type News = { event: AlertEvent; good: boolean; time: number } & (
  | { what: 'member'; name: Named; behind: number; still: boolean }
  | { what: 'link'; name: Named; area: string }
  | { what: 'service'; service_code: string; quantity: number; days: number }
)
interface Named {
  router_name: string
  note: string
}

/** Most changes that an alert lists; of the others only the number is given. */
const MOST_LINES = 50

/** Returns how a line names a member: by its name and, once, its serial number. */
const nameOf = ({ note, router_name }: Named) => (note === '' ? router_name : `${note}（${router_name}）`)

function sentenceOf(news: News): string {
  switch (news.what) {
    case 'member': {
      const name = nameOf(news.name)
      if (news.good) return `${name} 已上线`
      if (news.still) return `中心 ${name} 仍失联，又有 ${news.behind} 个分支离线`
      return news.behind > 0 ? `中心 ${name} 与平台失去联系，其下 ${news.behind} 个分支同时离线` : `${name} 与平台失去联系`
    }
    case 'link':
      return `${nameOf(news.name)} 到 POP「${news.area}」的连接${news.good ? '已恢复' : '中断'}`
    case 'service': {
      const { 'zh-CN': service, unit } = serviceCatalogue[news.service_code as ServiceCode]
      const day = shanghaiDay.format(fromUnix(news.time))
      return `${service} ${news.quantity} ${unit}${news.days > 0 ? `将于 ${day} 到期` : `已于 ${day} 到期`}`
    }
  }
}

const lineOf = (news: News): AlertLine => ({
  event: news.event,
  good: news.good,
  time: news.time,
  text: sentenceOf(news),
  ...(news.what !== 'service' && { router_name: news.name.router_name }),
})

/** Returns the content of an alert, bad news first. */
export function contentOf(news: readonly News[]): AlertContent {
  const ordered = news.toSorted((a, b) => Number(a.good) - Number(b.good) || a.time - b.time)
  return { lines: ordered.slice(0, MOST_LINES).map(lineOf), more: Math.max(0, news.length - MOST_LINES) }
}

type CountText = (n: number) => string
/** How a title counts each alert. */
const counts: Record<AlertEvent, { bad?: CountText; good?: CountText }> = {
  router_offline: { bad: (n) => `${n} 个成员失联` },
  pop_connect: { bad: (n) => `${n} 条 POP 连接中断`, good: (n) => `${n} 条 POP 连接恢复` },
  service_expired: { bad: (n) => `${n} 项服务到期` },
  router_online: { good: (n) => `${n} 个成员上线` },
}

/** Returns the title of one piece of news, without a serial number: 「【失联】合肥政务店 · 12:23」. */
function titleOfOne(news: News): string {
  if (news.what === 'service') return sentenceOf(news)
  const { note, router_name } = news.name
  const name = note || router_name
  const time = shanghaiTime.format(fromUnix(news.time)).slice(11, 16)
  if (news.what === 'link') return `【${news.good ? '恢复' : '中断'}】${name} 到 POP「${news.area}」 · ${time}`
  if (news.good) return `【上线】${name} · ${time}`
  return `【失联】${name}${news.behind > 0 ? `，其下 ${news.behind} 个分支同时离线` : ''} · ${time}`
}

/** Returns the title of a message: the one thing that happened, or how many of each kind, the bad first. */
export function titleOf(news: readonly News[]): string {
  const [only] = news
  if (only && news.length === 1) return titleOfOne(only)
  const countOf = (event: string, good: boolean) => news.filter((one) => one.event === event && one.good === good).length
  return [false, true]
    .flatMap((good) =>
      Object.entries(counts).flatMap(([event, texts]) => {
        const text = good ? texts.good : texts.bad
        const n = countOf(event, good)
        return text && n > 0 ? [text(n)] : []
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

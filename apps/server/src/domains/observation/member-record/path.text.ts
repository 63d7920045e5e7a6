import type { Language, WebhookType } from '@weft/contract'

/** Something that happened around the time at which a member was lost. */
export type EvidenceEvent =
  | { time: number; what: 'last_heard' | 'control_lost' | 'signed_in' | 'signed_out' }
  | { time: number; what: 'links_down'; count: number; together: boolean }
  | { time: number; what: 'address_changed'; address: string }
  | { time: number; what: 'center_lost'; name: string }
  | { time: number; what: 'alerted'; channels: readonly string[] }

/** The channels of an alert as its evidence names them; a webhook is named by its kind. */
const channels: Record<Language, Record<'portal' | 'mail' | WebhookType, string>> = {
  'zh-CN': { portal: '站内消息', mail: '邮件', dingtalk: '钉钉', feishu: '飞书', wecom: '企业微信', other: 'Webhook' },
  en: { portal: 'message', mail: 'mail', dingtalk: 'DingTalk', feishu: 'Feishu', wecom: 'WeCom', other: 'webhook' },
}

const zhCN = {
  last_heard: '最后一次心跳',
  control_lost: '平台与设备的连接断开',
  signed_in: '登录',
  signed_out: '断开',
  links_down: (count: number, together: boolean) => (count === 1 ? '链路断开' : `${count} 条链路${together ? '同时' : '先后'}断开`),
  address_changed: (address: string) => `公网地址变为 ${address}`,
  center_lost: (name: string) => `中心 ${name} 最后一次心跳`,
  alerted: (names: string[]) => `已告警：${names.join('、')}`,
  someLinksDown: (names: string[]) => `到 ${names.join('、')} 的链路中断，其余链路正常`,
  editPrefix: '请修改该成员的路由前缀，保存后自动重新下发',
  redialSome: '请重新拨号；仍不通，请检查链路两端的防火墙是否放行 UDP 端口',
  neighbours: (count: number) => `。同城 ${count} 个站点正常，不像运营商区域故障`,
}
const en: typeof zhCN = {
  last_heard: 'Last heartbeat',
  control_lost: 'Its connection to the platform ended',
  signed_in: 'Signed in',
  signed_out: 'Disconnected',
  links_down: (count, together) =>
    count === 1 ? 'Its link went down' : `${count} links went down ${together ? 'at once' : 'one after another'}`,
  address_changed: (address) => `Its public address became ${address}`,
  center_lost: (name) => `Last heartbeat of the hub ${name}`,
  alerted: (names) => `Alerted by ${names.join(', ')}`,
  someLinksDown: (names) => `The links to ${names.join(', ')} are down; the others are up`,
  editPrefix: 'Change its route prefixes; the configuration is sent again when you save',
  redialSome: 'Redial; if that does not help, check that the firewalls at both ends of these links admit UDP',
  neighbours: (count) => `. ${count} other sites in its city are up, so it does not look like a failure of the carrier`,
}

/** The sentences about a member's path, in both languages. */
export const pathTexts: Record<Language, typeof zhCN> = { 'zh-CN': zhCN, en }

/** Returns one event of the evidence as a sentence. */
export function eventText(event: EvidenceEvent, language: Language): string {
  const t = pathTexts[language]
  switch (event.what) {
    case 'links_down':
      return t.links_down(event.count, event.together)
    case 'address_changed':
      return t.address_changed(event.address)
    case 'center_lost':
      return t.center_lost(event.name)
    case 'alerted':
      return t.alerted(Object.entries(channels[language]).flatMap(([channel, name]) => (event.channels.includes(channel) ? [name] : [])))
    default:
      return t[event.what]
  }
}

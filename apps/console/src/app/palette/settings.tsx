import { ApartmentOutlined, BarsOutlined, SettingOutlined } from '@ant-design/icons'
import { type AccountInfo, type Found, networkFields, type Words } from '@weft/contract'
import { language, textNow } from '@weft/ui'
import { nameOf } from '../../shared/member/MemberName.tsx'
import { networkPath } from '../../shared/network/network-paths.ts'
import { mayOpen } from '../menu.ts'
import { pageAt } from '../pages.ts'
import type { NamedNetwork } from './actions.tsx'
import type { Item } from '@weft/ui/palette/item.tsx'
import * as text from './palette.text.ts'
import type { Target } from '@weft/ui/palette/recent.ts'

/** A setting of a network, the panel that shows it ('' for a card of the settings), and other words by which it is meant. */
interface NetworkSetting {
  name: Words
  panel: string
  also?: readonly string[]
}
const words = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

const ofNetwork: readonly NetworkSetting[] = [
  { name: networkFields.network_name.name, panel: '' },
  { name: networkFields.dns.name, panel: 'dns', also: ['域名', 'name server'] },
  { name: networkFields.ncp_ciphers.name, panel: '', also: ['国密', 'sm4', 'cipher', '加密'] },
  { name: networkFields.mode.name, panel: '' },
  { name: networkFields.routing.name, panel: 'routing', also: ['主备', '双主'] },
  { name: networkFields.center_link.name, panel: 'center_link' },
  { name: networkFields.router_segment.name, panel: 'center_segments', also: ['互联网段', 'segment'] },
  { name: words('固定端口', 'Fixed ports'), panel: 'fixed_port', also: ['服务端口', '公网 ip', 'port'] },
  { name: words('地址池', 'Address pool'), panel: 'ip_pool', also: ['ip pool', 'ip 地址池'] },
  { name: networkFields.network_fr_id.name, panel: 'fr', also: ['pop'] },
  { name: words('版本历史', 'Version history'), panel: 'history', also: ['历史', 'revision'] },
]

/** The settings of the account, by the addresses of their pages, and other words by which they are meant. */
const ofAccount: Record<string, readonly string[]> = {
  '/account': ['账号', '企业', 'account', 'company', '登录', '两步验证', '双因素', '会话', 'security', 'totp', 'session'],
  '/account/edit': ['昵称', '资料', 'profile', 'name'],
  '/account/password': ['密码', 'password'],
  '/account/phone': ['手机', 'phone'],
  '/account/email': ['邮箱', 'email', 'mail'],
  '/monitor/setting': ['告警', '告警规则', '通知', '联系人', '机器人', 'webhook', 'alert', 'contact', 'notification'],
  '/ram/access_key': ['密钥', 'api', 'key', 'token'],
}

/** A setting that a text names, and the rest of the text, which names its network. */
export interface SettingMeant {
  setting: NetworkSetting
  object: string
}

const namesOf = ({ name, also = [] }: NetworkSetting) => [name['zh-CN'], name.en, ...also].map((one) => one.toLowerCase())

/** Returns the settings of networks that a text names, those named with the most letters first. */
export function settingsIn(typed: string): SettingMeant[] {
  const wanted = typed.trim().toLowerCase()
  return ofNetwork
    .flatMap((setting) => {
      const named = namesOf(setting)
        .filter((one) => wanted.includes(one))
        .toSorted((a, b) => b.length - a.length)[0]
      if (named !== undefined) return [{ setting, object: bare(wanted.replace(named, ' ')), length: named.length }]
      // A part of the name is enough where nothing else is typed.
      const isPart = wanted.length > 1 && namesOf(setting).some((one) => one.includes(wanted))
      return isPart ? [{ setting, object: '', length: wanted.length }] : []
    })
    .toSorted((a, b) => b.length - a.length)
    .map(({ setting, object }) => ({ setting, object }))
}

/** Returns a text without the particles around a setting's name: 的 of 总部的 DNS. */
const bare = (typed: string) =>
  typed
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(改|修改|查看)\s*|\s*的$/g, '')
    .trim()

/** Returns the lines of the settings that a text names: of networks, of members' prefixes, and of the account. */
export function settingItems(
  typed: string,
  meant: readonly SettingMeant[],
  networks: readonly NamedNetwork[],
  prefixesOf: Found['members'],
  account: AccountInfo,
  go: (target: Target) => void,
): Item[] {
  const t = textNow(text)
  const spoken = language.get()
  const item = (icon: Item['icon'], to: string, label: string, hint?: string): Item => ({
    key: `${to} ${label}`,
    icon,
    label,
    hint,
    onChoose: () => go({ to, label, ...(hint !== undefined && { hint }) }),
  })
  const settings = meant.flatMap(({ setting }) =>
    networks.map(({ network_number, network_name }) =>
      item(
        <ApartmentOutlined />,
        setting.panel === '' ? `${networkPath.detail(network_number)}&tab=settings` : networkPath.panel(network_number, setting.panel),
        t.settingOf(network_name, setting.name[spoken]),
        network_number,
      ),
    ),
  )
  const prefixes = prefixesOf
    .slice(0, 1)
    .flatMap((member) =>
      member.networks.map(({ network_number, network_name }) =>
        item(
          <BarsOutlined />,
          networkPath.panel(network_number, 'prefix', member.router_name),
          t.viewOf(nameOf(member), networkFields.prefix.name[spoken]),
          network_name,
        ),
      ),
    )
  const wanted = typed.trim().toLowerCase()
  const own = Object.entries(ofAccount).flatMap(([to, also]) => {
    const page = pageAt(to)
    if (!page || !mayOpen(page, account)) return []
    const label = textNow(page.title)
    return [label.toLowerCase(), ...also].some((one) => one.includes(wanted) || wanted.includes(one))
      ? [item(<SettingOutlined />, to, label)]
      : []
  })
  return [...prefixes, ...settings, ...own]
}

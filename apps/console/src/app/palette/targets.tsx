import {
  ApartmentOutlined,
  BookOutlined,
  CustomerServiceOutlined,
  FileTextOutlined,
  GlobalOutlined,
  HistoryOutlined,
  MessageOutlined,
  UserOutlined,
  WifiOutlined,
} from '@ant-design/icons'
import type { AccountInfo, Found, FoundAddress } from '@weft/contract'
import { textNow } from '@weft/ui'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { nameOf } from '../../shared/member/MemberName.tsx'
import { groups } from '../groups.ts'
import { menuFor } from '../menu.ts'
import { exists } from '../pages.ts'
import type { Item, ItemGroup } from '@weft/ui/palette/item.tsx'
import * as text from './palette.text.ts'
import type { Target } from '@weft/ui/palette/recent.ts'

type Go = (target: Target) => void
const networkAddress = (network_number: string) => `/network/detail?network_number=${network_number}`

/** Returns the pages of the caller's menu whose title, group or address contains a text. */
export function pagesFor(account: AccountInfo, wanted: string): Target[] {
  return menuFor(account)
    .flatMap(({ name, pages }) => pages.map((page) => ({ to: page.path, label: textNow(page.title), hint: textNow(groups[name]) })))
    .filter(({ to, label, hint }) => `${label} ${hint} ${to}`.toLowerCase().includes(wanted.toLowerCase()))
}

/** Returns the lines of what was found, by kind; a kind whose page does not exist for the caller is left out. */
export function foundItems(found: Found, documents: readonly { id: string; title: string }[], go: Go): ItemGroup[] {
  const t = textNow(text)
  const item = (icon: Item['icon'], to: string, label: string, hint?: string, extra: Partial<Item> = {}): Item => ({
    key: to,
    icon,
    label,
    hint,
    onChoose: () => go({ to, label, ...(hint !== undefined && { hint }) }),
    ...extra,
  })
  const groups: [heading: string, path: string, items: () => Item[]][] = [
    [
      t.members,
      '/router/detail',
      () =>
        found.members.map((one) =>
          item(<WifiOutlined />, memberPath.detail(one.router_name), nameOf(one), one.router_name, { state: one.state }),
        ),
    ],
    [
      t.networks,
      '/network/detail',
      () =>
        found.networks.map(({ network_number, network_name }) =>
          item(<ApartmentOutlined />, networkAddress(network_number), network_name, network_number),
        ),
    ],
    [t.addresses, '/router/detail', () => found.addresses.map((one) => addressItem(one, go))],
    [
      t.tickets,
      '/ticket/lists',
      () => [
        ...found.tickets.map(({ ticket_number, ticket_title }) =>
          item(<CustomerServiceOutlined />, `/ticket/detail?ticket_number=${ticket_number}`, ticket_title, t.supportTicket),
        ),
        ...found.work_orders.map(({ network_ticket_number, network_name }) =>
          item(
            <FileTextOutlined />,
            `/network/ticket_detail?network_ticket_number=${network_ticket_number}`,
            `${t.workOrder} ${network_ticket_number}`,
            network_name,
          ),
        ),
      ],
    ],
    [
      t.messages,
      '/account/message',
      () => found.messages.map(({ message_id, title }) => item(<MessageOutlined />, `/account/message?message_id=${message_id}`, title)),
    ],
    [
      t.subAccounts,
      '/ram/index',
      () =>
        found.sub_accounts.map(({ username, nickname }) =>
          item(<UserOutlined />, `/ram/index?search=${encodeURIComponent(username)}`, nickname, username),
        ),
    ],
    [t.documents, '/handbook', () => documents.map((document) => item(<BookOutlined />, handbookPath(document), document.title))],
  ]
  return groups.filter(([, path]) => exists(path)).map(([heading, , items]) => ({ heading, items: items() }))
}

/** Returns the line of an address, which opens what has it: the prefix rules of a member, or the member. */
function addressItem({ kind, address, router_name, note, network_number, network_name }: FoundAddress, go: Go): Item {
  const t = textNow(text)
  const name = nameOf({ router_name, note })
  const inNetwork = network_number !== null && kind === 'prefix'
  const to = inNetwork
    ? `${networkAddress(network_number)}&tab=settings&panel=prefix&node=${encodeURIComponent(router_name)}`
    : memberPath.detail(router_name)
  const label = `${address}　${name}`
  return {
    key: `${kind} ${address} ${router_name}`,
    icon: <GlobalOutlined />,
    label,
    hint: [t.addressKinds[kind], network_name].filter(Boolean).join(' · '),
    onChoose: () => go({ to, label }),
  }
}

/** Returns the lines of pages. */
export const targetItems = (targets: readonly Target[], go: Go, icon: Item['icon'] = <FileTextOutlined />): Item[] =>
  targets.map((target) => ({ key: target.to, icon, label: target.label, hint: target.hint, onChoose: () => go(target) }))
export const recentItems = (targets: readonly Target[], go: Go): Item[] => targetItems(targets, go, <HistoryOutlined />)

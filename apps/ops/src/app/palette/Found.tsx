import { ApartmentOutlined, CustomerServiceOutlined, FileTextOutlined, HddOutlined, HistoryOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type DeskFound, type Operator, opsContract, shownNumber } from '@weft/contract'
import { ApiRefusal, asking, textNow, useText } from '@weft/ui'
import { Groups, type Item, type ItemGroup, Searching } from '@weft/ui/palette/item.tsx'
import * as partsText from '@weft/ui/parts/parts.text.ts'
import { recentOf, type Target } from '@weft/ui/palette/recent.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'
import { accountPath } from '../../shared/account/account-path.ts'
import { devicePath } from '../../shared/device/device-path.ts'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import { groups } from '../groups.tsx'
import { menuFor } from '../menu.ts'
import * as text from './palette.text.ts'

const PAUSE_MS = 200

type Go = (target: Target) => void

interface Props {
  /** Without spaces around it. */
  typed: string
  operator: Operator
  onGo: Go
  /** Called with the first line, as `Groups` does, and with whether it was found. */
  onFirst: (value: string, isFound: boolean) => void
}

/** Shows what a typed text finds; before anything is typed what was opened last, and all pages. */
export function Found({ typed, operator, onGo, onFirst }: Props) {
  const t = useText(text)
  const p = useText(partsText)
  const search = useSettled(typed, PAUSE_MS)
  const asked = useQuery({ ...asking(opsContract.desk.search, { search }, { quiet: true }), enabled: search !== '' })
  const failed = asked.error instanceof ApiRefusal ? asked.error.msg : asked.isError ? p.loadFailed : ''
  const searching = typed !== search || asked.isFetching
  // Enter must not open what another text found.
  const found = typed === '' || typed !== search ? [] : byBestHit(foundGroups(asked.data, onGo), typed)
  const lines: ItemGroup[] = [
    { heading: t.recent, items: typed === '' ? targetItems(recentOf(operator.username), onGo, <HistoryOutlined />) : [] },
    ...found,
    { heading: t.pages, items: targetItems(pagesFor(operator, typed), onGo, <FileTextOutlined />) },
  ]
  if (!searching && failed === '' && lines.every(({ items }) => items.length === 0))
    return <div className="palette-nothing">{t.nothing(typed)}</div>
  return (
    <>
      {searching && <Searching>{t.searching}</Searching>}
      {!searching && failed !== '' && (
        <div className="palette-nothing" role="alert">
          {failed}
        </div>
      )}
      <Groups groups={lines} marked={typed === '' ? [] : [typed]} onFirst={(value) => onFirst(value, true)} />
    </>
  )
}

/** Returns the pages of the operator's menu whose title, group or address contains a text. */
const pagesFor = (operator: Operator, wanted: string): Target[] =>
  menuFor(operator)
    .flatMap(({ name, pages }) => pages.map(({ path, title }) => ({ to: path, label: textNow(title), hint: textNow(groups[name].title) })))
    .filter(({ to, label, hint }) => `${label} ${hint} ${to}`.toLowerCase().includes(wanted.toLowerCase()))

const targetItems = (targets: readonly Target[], go: Go, icon: Item['icon']): Item[] =>
  targets.map((target) => ({ key: target.to, icon, label: target.label, hint: target.hint, onChoose: () => go(target) }))

/** Returns how well an item matches a text: wholly, from its beginning, or somewhere. */
function hitOf({ label, hint = '' }: Item, wanted: string): number {
  const words = [label, hint, ...`${label} ${hint}`.split(/\s+/)].map((word) => word.toLowerCase())
  if (words.includes(wanted)) return 0
  return words.some((word) => word.startsWith(wanted)) ? 1 : 2
}

/** Puts the group with the best hit first; equal ones keep their order. */
function byBestHit(found: ItemGroup[], typed: string): ItemGroup[] {
  const best = ({ items }: ItemGroup) => Math.min(...items.map((item) => hitOf(item, typed.toLowerCase())))
  return found.toSorted((a, b) => best(a) - best(b))
}

function foundGroups(found: DeskFound | undefined, go: Go): ItemGroup[] {
  const t = textNow(text)
  if (!found) return []
  const item = (icon: Item['icon'], to: string, label: string, hint: string, state?: Item['state']): Item => ({
    key: to,
    icon,
    label,
    hint,
    ...(state && { state }),
    onChoose: () => go({ to, label, hint }),
  })
  const customerOf = ({ nickname, account_number }: { nickname: string | null; account_number: string | null }) =>
    account_number === null ? t.stock : nickname || account_number
  return [
    {
      heading: t.customers,
      items: found.accounts.map((one) => item(<TeamOutlined />, accountPath(one.account_number), customerOf(one), one.account_number)),
    },
    {
      heading: t.devices,
      items: found.devices.map((one) =>
        item(
          <HddOutlined />,
          devicePath(one.router_name),
          `${one.note} ${one.router_name}`.trim(),
          customerOf(one),
          one.member_state ?? undefined,
        ),
      ),
    },
    {
      heading: t.tickets,
      items: found.tickets.map((one) =>
        item(
          <CustomerServiceOutlined />,
          ticketPath.detail(one.ticket_number),
          `${one.ticket_title} ${shownNumber(one, one.ticket_number)}`,
          customerOf(one),
        ),
      ),
    },
    {
      heading: t.orders,
      items: found.work_orders.map((one) =>
        item(
          <ApartmentOutlined />,
          workOrderPath.detail(one.network_ticket_number),
          `${one.network_name} ${shownNumber(one, one.network_ticket_number)}`,
          customerOf(one),
        ),
      ),
    },
  ]
}

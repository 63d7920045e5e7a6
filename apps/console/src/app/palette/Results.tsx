import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { actionItems, type Choices, commonVerbs, verbItem } from './actions.tsx'
import { Groups, type Item, Searching } from '@weft/ui/palette/item.tsx'
import * as text from './palette.text.ts'
import type { Target } from '@weft/ui/palette/recent.ts'
import { settingItems, settingsIn } from './settings.tsx'
import { foundItems, pagesFor, targetItems } from './targets.tsx'
import { useFound } from './use-found.ts'
import { type MemberVerb, meantBy } from './verbs.ts'

interface Props {
  typed: string
  choices: Choices
  onGo: (target: Target) => void
  /** Called with the first line, as Groups does, and with whether it was found or is only suggested because nothing was. */
  onFirst: (value: string, isFound: boolean) => void
}

/** The networks whose setting is offered where none is named. */
const NETWORKS = 3

/** Shows what a typed text finds: what can be done to what it names, then members, networks, addresses, settings, tickets and pages. */
export function Results({ typed, choices, onGo, onFirst }: Props) {
  const t = useText(text)
  const meant = meantBy(typed)
  const object = meant[0]?.object ?? ''
  const settings = settingsIn(typed)
  const whole = useFound(typed)
  const ofObject = useFound(object)
  const ofSetting = useFound(settings[0]?.object ?? '')
  const unnamed = settings.length > 0 && settings[0]?.object === ''
  const networks = useQuery({ ...asking(contract.network.list, { limit: NETWORKS }, { quiet: true }), enabled: unnamed })
  const searching = whole.searching || ofObject.searching || ofSetting.searching || (unnamed && networks.isLoading)
  const words = typed.split(/\s+/)
  const marked = [...new Set([typed, ...words, object])].filter((word) => word !== '')
  const found = isEmpty(whole.found) ? ofObject.found : whole.found
  const named = (unnamed ? networks.data?.rows : ofSetting.found?.networks) ?? []
  const prefixesOf = meant[0]?.verb === 'prefix' ? (ofObject.found?.members ?? []) : []
  const groups = [
    { heading: t.actions, items: actionItems(meant, ofObject.found, choices) },
    ...(found ? foundItems(found, whole.documents, onGo) : []),
    { heading: t.settings, items: settingItems(typed, settings, named, prefixesOf, choices.account, onGo) },
    { heading: t.pages, items: targetItems(pagesFor(choices.account, typed), onGo) },
  ]
  const nothing = !searching && groups.every(({ items }) => items.length === 0)
  if (nothing) return <Nothing typed={typed} choices={choices} onFirst={onFirst} />
  return (
    <>
      {searching && <Searching>{t.searching}</Searching>}
      <Groups groups={groups} marked={marked} onFirst={(value) => onFirst(value, true)} />
    </>
  )
}

/** The actions that are offered on a member, if nothing was found for the whole text but a member for one of its words. */
const nearVerbs: readonly MemberVerb[] = ['why', 'redial', 'resend', 'prefix', 'enable']
/** The most actions that are offered where nothing was found. */
const NEAR = 4

/** Says that nothing was found, which words are understood, and what may have been meant: actions on what a single word finds. */
function Nothing({ typed, choices, onFirst }: Omit<Props, 'onGo'>) {
  const t = useText(text)
  const [first = '', second = ''] = typed.split(/\s+/).length > 1 ? typed.split(/\s+/) : []
  const one = useFound(first)
  const other = useFound(second)
  const [member] = [...(one.found?.members ?? []), ...(other.found?.members ?? [])]
  const items = member ? nearItems(member, choices) : commonVerbs.map((verb) => verbItem(verb, choices))
  return (
    <>
      <div className="palette-nothing">
        <strong>{t.empty(typed)}</strong>
        <br />
        {t.tryThese}
      </div>
      {!one.searching && !other.searching && (
        <Groups groups={[{ heading: t.nearActions, items: items.slice(0, NEAR) }]} onFirst={(value) => onFirst(value, false)} />
      )}
    </>
  )
}

const nearItems = (member: MemberSummary, choices: Choices): Item[] =>
  actionItems(
    nearVerbs.map((verb) => ({ verb, object: member.router_name })),
    // One line for each verb: a device has one set of tunnels, whichever of its networks it is asked in.
    {
      members: [{ ...member, networks: member.networks.slice(0, 1) }],
      networks: [],
      addresses: [],
      tickets: [],
      work_orders: [],
      messages: [],
      sub_accounts: [],
    },
    choices,
  )

const isEmpty = (found: object | undefined): boolean => found === undefined || Object.values(found).every((rows) => rows.length === 0)

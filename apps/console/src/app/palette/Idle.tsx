import { useQuery } from '@tanstack/react-query'
import { contract, type Problem } from '@weft/contract'
import { asking, StateMark, useText } from '@weft/ui'
import { memberPath } from '../../shared/member/member-paths.ts'
import { type Choices, commonVerbs, verbItem } from './actions.tsx'
import { Groups, type Item } from './item.tsx'
import * as text from './palette.text.ts'
import { recentOf, type Target } from './recent.ts'
import { pagesFor, recentItems, targetItems } from './targets.tsx'

/** The most problems that are shown before anything is typed. */
const PROBLEMS = 5

interface Props {
  choices: Choices
  owner: string
  onGo: (target: Target) => void
  onVisit: (to: string) => void
  onFirst: (value: string) => void
}

/** Shows what the palette offers before anything is typed: what needs attention, common actions, what was opened last, and all pages. */
export function Idle({ choices, owner, onGo, onVisit, onFirst }: Props) {
  const t = useText(text)
  const verdict = useQuery(asking(contract.verdict.read, {}, { quiet: true }))
  const problems = (verdict.data?.problems ?? []).slice(0, PROBLEMS).map((problem) => problemItem(problem, onVisit))
  const groups = [
    { heading: t.attention, items: problems },
    { heading: t.common, items: commonVerbs.map((verb) => verbItem(verb, choices)) },
    { heading: t.recent, items: recentItems(recentOf(owner), onGo) },
    { heading: t.pages, items: targetItems(pagesFor(choices.account, ''), onGo) },
  ]
  return <Groups groups={groups} onFirst={onFirst} />
}

/** Returns the line of a problem, which opens the member, the network or the services that it is about. */
function problemItem({ id, state, title, subjects: [subject], network_number: [network] }: Problem, visit: (to: string) => void): Item {
  const to = subject
    ? memberPath.detail(subject.router_name)
    : network === undefined
      ? '/account/service'
      : `/network/detail?network_number=${network}`
  return { key: id, icon: <StateMark state={state} size={14} />, label: title, onChoose: () => visit(to) }
}

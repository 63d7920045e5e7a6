import { useQuery } from '@tanstack/react-query'
import { contract, type Problem } from '@weft/contract'
import { asking, lasting, StateMark, useText } from '@weft/ui'
import * as overviewText from '../../features/dashboard/dashboard.text.ts'
import { actionWords, targetOf } from '../../features/dashboard/problem-target.ts'
import { permits } from '../../shared/account/use-account.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { type Choices, commonVerbs, verbItem } from './actions.tsx'
import { Groups, type Item } from '@weft/ui/palette/item.tsx'
import * as text from './palette.text.ts'
import { recentOf, type Target } from '@weft/ui/palette/recent.ts'
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
  const o = useText(overviewText)
  const verdict = useQuery(asking(contract.verdict.read, {}, { quiet: true })).data
  const mayEdit = permits(choices.account, 'network.edit')
  /** Returns the line of a problem, which opens what its button on the overview opens; what that button sends begins at the member's page. */
  const problemItem = (problem: Problem, now: number): Item => {
    const { id, state, title, since } = problem
    const target = targetOf(problem, mayEdit, o.renewTicket)
    const [label, to] = target.kind === 'link' ? [target.label, target.to] : (['view', memberPath.detail(target.router_name)] as const)
    const time = since === null ? [] : [lasting(now - since)]
    return {
      key: id,
      icon: <StateMark state={state} size={14} />,
      label: title,
      hint: [...time, actionWords(o, label)].join(' · '),
      onChoose: () => onVisit(to),
    }
  }
  const problems = verdict ? verdict.problems.slice(0, PROBLEMS).map((problem) => problemItem(problem, verdict.time)) : []
  const groups = [
    { heading: t.attention, items: problems },
    { heading: t.common, items: commonVerbs.map((verb) => verbItem(verb, choices)) },
    { heading: t.recent, items: recentItems(recentOf(owner), onGo) },
    { heading: t.pages, items: targetItems(pagesFor(choices.account, ''), onGo) },
  ]
  return <Groups groups={groups} onFirst={onFirst} />
}

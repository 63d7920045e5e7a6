import type { NetworkMember } from '@weft/contract'
import { type Blocker, blockerText } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import './network-detail.css'
import * as text from './network-detail.text.ts'

/** More branches than these nobody opens one by one. */
const MAX_SHOWN = 5

interface Props {
  blockers: readonly Blocker[]
  /** The members of the network, for what people call them. */
  members: readonly Pick<NetworkMember, 'router_name' | 'note'>[]
  /** What leads to a blocker. @param label its name for those who do not see what it stands beside */
  renderWay: (blocker: Blocker, label: string) => ReactNode
}

/** What keeps a center in its network, each with the way there. */
export function Blockers({ blockers, members, renderWay }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const notes = new Map(members.map(({ router_name, note }) => [router_name, note]))
  const branches = blockers.filter((one) => one.kind === 'branch')
  const shown = blockers.filter((one) => one.kind !== 'branch' || branches.indexOf(one) < MAX_SHOWN)
  return (
    <>
      <ul className="network-blockers">
        {shown.map((one) => {
          const what = blockerText(one, spoken, one.kind === 'branch' ? notes.get(one.router_name) : undefined)
          return (
            <li key={one.kind === 'branch' ? one.router_name : one.kind}>
              <span>{what}</span>
              {renderWay(one, t.adjustOf(what))}
            </li>
          )
        })}
      </ul>
      {shown.length < blockers.length && <p>{t.moreBranches(blockers.length - shown.length)}</p>}
    </>
  )
}

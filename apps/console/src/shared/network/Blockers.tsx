import type { NetworkMember } from '@weft/contract'
import { type Blocker, blockerText } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import './remove-member.css'
import * as text from './remove-member.text.ts'

/** Number of branches that are listed; the others are only counted. */
const MAX_SHOWN = 5

interface Props {
  blockers: readonly Blocker[]
  /** The members of the network, for their notes. */
  members: readonly Pick<NetworkMember, 'router_name' | 'note'>[]
  /** Draws the link to a blocker's setting. @param label its accessible name */
  renderWay: (blocker: Blocker, label: string) => ReactNode
}

/** Lists the settings that keep a center in its network, each with a link to it. */
export function Blockers({ blockers, members, renderWay }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const notes = new Map(members.map(({ router_name, note }) => [router_name, note]))
  const branches = blockers.filter((one) => one.kind === 'branch')
  const shown = blockers.filter((one) => one.kind !== 'branch' || branches.indexOf(one) < MAX_SHOWN)
  return (
    <>
      <ul className="removal-blockers">
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

import type { NetworkProgress } from '@weft/contract'
import { useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import type { CardState } from './apply-state.ts'
import * as text from './apply.text.ts'
import { useState } from 'react'

interface Props {
  state: CardState
  title: string
  failed: NetworkProgress['failed']
}

/** Says the start, each failure and the end of a change to screen readers, without the steps between. */
export function Announced({ state, title, failed }: Props) {
  const t = useText(text)
  const [said, setSaid] = useState({ state, title })
  if (said.state !== state) setSaid({ state, title })
  return (
    <div role="status" className="weft-hidden">
      <p>{said.title}</p>
      {failed.map(({ error, ...member }) => (
        <p key={member.router_name}>{t.failedOf(nameOf(member), error ?? t.hidden)}</p>
      ))}
    </div>
  )
}

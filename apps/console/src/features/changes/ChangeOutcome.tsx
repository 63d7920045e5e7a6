import type { RecentChange } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import * as changeText from '../../shared/network/change.text.ts'
import * as text from './changes.text.ts'

/** Shows how far a change has come: on how many members it runs, or what became of it. */
export function ChangeOutcome({ change: { state, applied, members } }: { change: RecentChange }) {
  const t = useText(text)
  const c = useText(changeText)
  if (state === 'reverted') return <>{c.reverted}</>
  if (state === 'superseded') return <>{t.superseded}</>
  if (state === 'applied' && applied !== null && applied < members)
    return <>{`${c.applied(applied, members)} · ${c.later(members - applied)}`}</>
  if (state === 'applied') return <StateText state="up">{t.all}</StateText>
  return <StateText state={state === 'failed' ? 'failed' : 'running'}>{c.applied(applied ?? 0, members)}</StateText>
}

import type { RecentChange } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import * as text from './changes.text.ts'

/** Shows how far a change has come: on how many members it runs, or what became of it. */
export function ChangeOutcome({ change: { state, applied, members } }: { change: RecentChange }) {
  const t = useText(text)
  if (state === 'reverted' || state === 'superseded') return <>{t[state]}</>
  if (state === 'applied') return <StateText state="up">{t.all}</StateText>
  return <StateText state={state === 'failed' ? 'failed' : 'running'}>{t.applied(applied ?? 0, members)}</StateText>
}

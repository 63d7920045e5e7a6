import { diagnoses, type MemberState, type MemberSummary, memberStateNames, needsAttention } from '@weft/contract'
import { language, lasting, StateText, useText } from '@weft/ui'
import * as text from './member-list.text.ts'

/** Shows how a member is and since when, and under it the cause if something is wrong. @param now Unix seconds at which the member was read */
export function StateCell({ member, now }: { member: MemberSummary; now: number }) {
  const t = useText(text)
  const shown = language.use()
  const { state, router_type, since, cause } = member
  const time = since === null ? '' : lasting(now - since)
  const words: Partial<Record<MemberState, string>> = {
    up: (router_type === 1 ? t.online : t.signedIn)(time),
    down: t.lost(time),
    never: t.waiting,
    failed: t.notApplied,
  }
  return (
    <span className={`member-state member-state-${state}`}>
      <StateText state={state} size={14}>
        {words[state] ?? memberStateNames[state][shown]}
      </StateText>
      {cause !== null && needsAttention(state) && <small>{causeOf(diagnoses[cause][shown].text)}</small>}
    </span>
  )
}

/** Returns the beginning of a cause, up to what only the diagnosis knows: 「设备与平台失去联系」. */
const causeOf = (sentence: string) => /^[^，,：:;{]*/.exec(sentence)![0].trim()

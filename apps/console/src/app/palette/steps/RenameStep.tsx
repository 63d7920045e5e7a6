import { EditOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { check, contract } from '@weft/contract'
import { call, language, toast, useText } from '@weft/ui'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import type { MemberStep } from '../actions.tsx'
import * as text from '../palette.text.ts'
import { type Effect, StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

/** Takes a member's new name. */
export function RenameStep({ step: { member }, typed, onDone, onFirst }: StepProps<MemberStep>) {
  const t = useText(text)
  const queries = useQueryClient()
  const { router_name, note } = member
  const rename = useMutation({
    mutationFn: () => call(contract.router.note, { router_name, note: typed }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.step.renamed)
      onDone()
    },
    onSettled: () => membersChanged(queries),
  })
  const judged = check(contract.router.note.input, { router_name, note: typed }, language.get())
  const isNew = typed !== '' && typed !== note && judged.ok
  const effects: Effect[] = [{ state: 'unknown', text: note === '' ? t.step.nameless : t.step.nameNow(note) }]
  if (!judged.ok) effects.unshift(...judged.errors.map(({ msg }) => ({ state: 'failed' as const, text: msg })))
  const item = { key: 'rename', icon: <EditOutlined />, label: t.step.rename(typed), onChoose: () => rename.isPending || rename.mutate() }
  return <StepChoices effects={effects} items={isNew ? [item] : []} onFirst={onFirst} />
}

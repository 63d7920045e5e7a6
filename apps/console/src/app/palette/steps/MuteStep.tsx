import { ClockCircleOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, MAINTENANCE_NAME_MAX } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import type { MemberStep } from '../actions.tsx'
import * as text from '../palette.text.ts'
import { StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

const HOURS = [1, 4, 24]

/** Opens a maintenance window of a member, in which no alert of it is sent. */
export function MuteStep({ step: { member }, onDone, onFirst }: StepProps<MemberStep>) {
  const t = useText(text)
  const queries = useQueryClient()
  const mute = useMutation({
    mutationFn: (hours: number) => {
      const name = [...t.step.muteName(nameOf(member))].slice(0, MAINTENANCE_NAME_MAX).join('')
      const window = { name, duration: hours * 3600, router: [member.router_name] }
      return call(contract.monitor.maintenance_create, window, { missing: 'stay' })
    },
    onSuccess: () => {
      toast.success(t.step.muted)
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [contract.monitor.maintenance_lists.path] }),
  })
  const items = HOURS.map((hours) => ({
    key: String(hours),
    icon: <ClockCircleOutlined />,
    label: t.step.muteFor(hours),
    onChoose: () => mute.isPending || mute.mutate(hours),
  }))
  return <StepChoices effects={[{ state: 'unknown', text: t.step.muteEffect }]} items={items} onFirst={onFirst} />
}

import { ThunderboltOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { useOperation } from '../../../shared/member/use-operation.ts'
import type { MemberStep } from '../actions.tsx'
import * as text from '../palette.text.ts'
import { StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

type NowVerb = 'redial' | 'resend' | 'enable' | 'disable'
const done = { resend: 'resent', enable: 'enabled', disable: 'disabled' } as const satisfies Partial<Record<NowVerb, string>>
const effects = { redial: 'redialEffect', resend: 'resendEffect', enable: 'enableEffect', disable: 'disableEffect' } as const

/** Does what a verb needs no more words for. */
async function send(
  { verb, member: { router_name }, network }: MemberStep,
  redialled: (network_number: string, begun: { operation_id: string }) => void,
): Promise<unknown> {
  const network_number = network?.network_number ?? ''
  const stay = { missing: 'stay' } as const
  if (verb === 'redial')
    return redialled(network_number, await call(contract.networkSettings.reset_respawn, { network_number, router_name }, stay))
  if (verb === 'resend') return call(contract.networkSettings.re_send_config, { network_number, router_name }, stay)
  return call(contract.router.update_status, { router_name, status: verb === 'enable' ? 1 : 0 }, stay)
}

/** Shows the effect of an action that needs no argument, and the line that does it. */
export function NowStep({ step, onDone, onFirst }: StepProps<MemberStep>) {
  const t = useText(text)
  const queries = useQueryClient()
  const { redialled } = useOperation()
  const verb = step.verb as NowVerb
  const act = useMutation({
    mutationFn: () => send(step, redialled),
    onSuccess: () => {
      if (verb !== 'redial') toast.success(t.step[done[verb]])
      onDone()
    },
    onSettled: () => membersChanged(queries),
  })
  const item = { key: verb, icon: <ThunderboltOutlined />, label: t.step[verb], onChoose: () => act.isPending || act.mutate() }
  return (
    <StepChoices
      effects={[{ state: verb === 'enable' ? 'up' : 'running', text: t.step[effects[verb]] }]}
      items={[item]}
      onFirst={onFirst}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { useOperation } from '../../shared/member/use-operation.ts'
import { networksChanged } from '../../shared/network/networks-changed.ts'
import * as text from './dashboard.text.ts'
import type { ProblemTarget } from './problem-target.ts'

type Call = Extract<ProblemTarget, { kind: 'call' }>

/** Returns the calls that problems offer. Redialling asks first, since it breaks the member's connections for a moment. */
export function useProblemCalls() {
  const t = useText(text)
  const queries = useQueryClient()
  const follow = useOperation()
  const { re_send_config, reset_respawn } = contract.networkSettings
  const run = useMutation({
    mutationFn: async ({ label, network_number, router_name }: Call) => {
      const input = { network_number, router_name }
      if (label !== 'resend') return follow.redialled(network_number, await call(reset_respawn, input, { missing: 'stay' }))
      await call(re_send_config, input, { missing: 'stay' })
      toast.success(t.resent)
    },
    onSettled: () => networksChanged(queries),
  })
  return {
    /** Name of the member that is being called. */
    busy: run.isPending ? run.variables.router_name : undefined,
    run: async (target: Call, name: string) => {
      const sure = target.label === 'resend' || (await confirm({ title: t.redialTitle, body: t.redialBody(name), action: t.redialTitle }))
      if (sure) run.mutate(target)
    },
  }
}

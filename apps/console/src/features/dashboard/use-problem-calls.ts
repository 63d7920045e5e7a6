import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { networksChanged } from '../../shared/network/networks-changed.ts'
import * as text from './dashboard.text.ts'
import type { ProblemTarget } from './problem-target.ts'

type Call = Extract<ProblemTarget, { kind: 'call' }>

/** Returns the calls that problems offer. Redialling asks first, since it breaks the member's connections for a moment. */
export function useProblemCalls() {
  const t = useText(text)
  const queries = useQueryClient()
  const { re_send_config, reset_respawn } = contract.networkSettings
  const run = useMutation({
    mutationFn: ({ label, network_number, router_name }: Call) =>
      call(label === 'resend' ? re_send_config : reset_respawn, { network_number, router_name }, { missing: 'stay' }),
    onSuccess: (_, { label }) => toast.success(label === 'resend' ? t.resent : t.redialled),
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

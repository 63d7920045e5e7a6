import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type SentBy } from '@weft/contract'
import { call, confirm, grouped, toast, useText } from '@weft/ui'
import * as text from './alert-record.text.ts'
import { monitorChanged } from './monitor-changed.ts'

const endpoint = contract.monitor.incident_acknowledge_all

/** Returns what acknowledges all that a list of incidents finds, once the user has agreed to their number. @param filter of the list, with its search */
export function useAcknowledgeAll(filter: object) {
  const t = useText(text)
  const queries = useQueryClient()
  const input = filter as SentBy<typeof endpoint>
  const acknowledge = useMutation({
    mutationFn: (up_to: string) => call(endpoint, { ...input, up_to }, { missing: 'stay' }),
    onSuccess: ({ acknowledged }) => toast.success(t.allDone(grouped(acknowledged))),
    onSettled: () => monitorChanged(queries),
  })
  const count = useMutation({ mutationFn: () => call(endpoint, { ...input, check: true }) })
  const ask = async () => {
    const found = await count.mutateAsync().catch(() => undefined)
    if (!found) return
    const { acknowledged, up_to } = found
    if (up_to === null) return toast.info(t.noneToAcknowledge)
    const question = { title: t.acknowledgeAll, body: t.acknowledgeAllAsk(grouped(acknowledged)), action: t.acknowledgeAll }
    if (await confirm(question)) acknowledge.mutate(up_to)
  }
  return { ask, busy: count.isPending || acknowledge.isPending }
}

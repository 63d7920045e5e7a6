import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type SentBy } from '@weft/contract'
import { call, confirm, grouped, toast, useText } from '@weft/ui'
import * as text from './alert-record.text.ts'
import { monitorChanged } from './monitor-changed.ts'

const endpoint = contract.monitor.incident_acknowledge_all
type Found = SentBy<typeof endpoint>

/** Returns what acknowledges all that a list of incidents finds, once the user has agreed to their number. @param filter of the list, with its search */
export function useAcknowledgeAll(filter: object) {
  const t = useText(text)
  const queries = useQueryClient()
  const count = useMutation({ mutationFn: (found: Found) => call(endpoint, { ...found, check: true }) })
  const acknowledge = useMutation({
    mutationFn: (found: Found) => call(endpoint, found, { missing: 'stay' }),
    onSuccess: ({ acknowledged }) => toast.success(t.allDone(grouped(acknowledged))),
    onSettled: () => monitorChanged(queries),
  })
  const ask = async () => {
    // The filter may change until the answer; what was counted is what is acknowledged.
    const found = filter as Found
    const counted = await count.mutateAsync(found).catch(() => undefined)
    if (!counted) return
    const { acknowledged, up_to } = counted
    if (up_to === null) return toast.info(t.noneToAcknowledge)
    const question = { title: t.acknowledgeAll, body: t.acknowledgeAllAsk(grouped(acknowledged)), action: t.acknowledgeAll }
    if (await confirm(question)) acknowledge.mutate({ ...found, up_to })
  }
  return { ask, busy: count.isPending || acknowledge.isPending }
}

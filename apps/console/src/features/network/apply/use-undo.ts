import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkProgress } from '@weft/contract'
import { call } from '@weft/ui'
import { applying } from '../../../shared/apply/applying.ts'
import { networksChanged } from '../networks-changed.ts'
import { inTurn } from '../own-saves.ts'

/**
 * Returns what undoes the newest revision of a network, unless a newer one came, and what sends it again to members that failed. An undo
 * takes its turn among the changes made on the page: the next one is made upon what it restored.
 */
export function useUndo(network_number: string) {
  const queries = useQueryClient()
  const done = {
    onSettled: () => {
      applying.tell(network_number)
      return networksChanged(queries)
    },
  }
  const undo = useMutation({
    ...inTurn(network_number),
    mutationFn: ({ revision }: NetworkProgress) =>
      call(contract.networkRevisions.rollback, { network_number, revision: revision - 1 }, { missing: 'stay', ifMatch: revision }),
    ...done,
  })
  const resend = useMutation({
    /** @param names those to send to; empty sends to all */
    mutationFn: async (names: readonly string[]) => {
      const send = (router_name?: string) =>
        call(
          contract.networkSettings.re_send_config,
          { network_number, ...(router_name !== undefined && { router_name }) },
          { missing: 'stay' },
        )
      if (names.length === 0) await send()
      else for (const name of names) await send(name)
    },
    ...done,
  })
  return { undo, resend }
}

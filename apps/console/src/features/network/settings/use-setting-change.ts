import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Draftable, draftable, type Endpoint, type NetworkInfo } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { networksChanged } from '../networks-changed.ts'
import * as text from './member-actions.text.ts'
import type { SettingInput } from './SettingDrawer.tsx'

/**
 * Saves the value of one control at once, upon the revision on screen. The call is pending until the page has reloaded the network.
 * @returns `change` saves, `pending` is the running call
 */
export function useSettingChange({ network_number, revision }: NetworkInfo) {
  const t = useText(text)
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ name, input }: { name: Draftable; input: object }) => {
      const endpoint: Endpoint = draftable[name]
      return call(endpoint, { ...input, network_number }, { ifMatch: revision, missing: 'stay' })
    },
    onSuccess: () => toast.success(t.saved),
    onSettled: () => networksChanged(queries),
  })
  return {
    change: <C extends Draftable>(name: C, input: SettingInput<C>) => mutate({ name, input }),
    pending: isPending ? variables : undefined,
  }
}

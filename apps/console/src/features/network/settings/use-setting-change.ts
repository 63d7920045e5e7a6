import { useMutation, useQueryClient } from '@tanstack/react-query'
import { auditActionNames, contract, type Draftable, draftable, type Endpoint, type NetworkInfo } from '@weft/contract'
import { ApiRefusal, call, language, type Question } from '@weft/ui'
import { useState } from 'react'
import { applying, type Save } from '../../../shared/apply/applying.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import { networksChanged } from '../networks-changed.ts'
import { inTurn, revisionOnScreen } from '../own-saves.ts'
import type { SettingInput } from './SettingDrawer.tsx'

interface Asked {
  name: Draftable
  input: object
  /** The newest revision, after somebody else changed the network meanwhile; by default the one on screen. */
  upon?: number
  /** Says so on the card of the network from the first moment, while the change waits for its turn too. */
  save: Save
}

/** Refusal code: the network has another revision than the one on screen. */
const CHANGED_ELSEWHERE = 409

/**
 * Saves the value of one control at once, upon the revision on screen, after a question if it disturbs members. The call is pending until
 * the page has reloaded the network.
 * @returns `change` saves, `pending` is the running call
 */
export function useSettingChange({ network_number, revision, member: members }: NetworkInfo) {
  const queries = useQueryClient()
  /** The change that waits for its effects, or for the answer to a question. */
  const [asking, setAsking] = useState<Pick<Asked, 'name'>>()
  const { mutate, isPending, variables } = useMutation({
    ...inTurn(network_number),
    mutationFn: async ({ name, input, upon: newest, save }: Asked) => {
      const endpoint: Endpoint = draftable[name]
      let upon = newest ?? revision
      const send = async () => {
        upon = newest ?? (await revisionOnScreen(queries, { network_number, revision }))
        return call(endpoint, { ...input, network_number }, { ifMatch: upon, missing: 'stay', handled: [CHANGED_ELSEWHERE] })
      }
      try {
        return await applying.finish(save, send)
      } catch (error) {
        if (error instanceof ApiRefusal && error.code === CHANGED_ELSEWHERE)
          applying.clash(network_number, { since: upon, drop: () => undefined, merge: () => void again({ name, input }) })
        throw error
      }
    },
    onSettled: () => networksChanged(queries),
  })
  const begin = (asked: Omit<Asked, 'save'>) =>
    mutate({ ...asked, save: applying.begin(network_number, auditActionNames[asked.name][language.get()]) })
  /** Saves upon the newest revision, after showing what the change does to it. */
  const again = async ({ name, input }: Pick<Asked, 'name' | 'input'>) => {
    const { revision: upon } = await call(contract.network.status, { network_number }, { missing: 'stay' })
    if (await confirmImpact({ network_number, members, changes: [{ call: name, input: { ...input } }] })) begin({ name, input, upon })
  }
  return {
    /** @param ask a question that is asked even if nobody is disturbed */
    change: async <C extends Draftable>(name: C, input: SettingInput<C>, ask?: Question) => {
      const changes = [{ call: name, input: { ...input } }]
      setAsking({ name })
      const upon = await revisionOnScreen(queries, { network_number, revision })
      const yes = await confirmImpact({ network_number, revision: upon, members, changes, ...(ask && { ask }) })
      setAsking(undefined)
      if (yes) begin({ name, input })
    },
    pending: isPending ? variables : asking,
  }
}

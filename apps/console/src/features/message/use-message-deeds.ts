import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type SentBy } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import * as text from './message.text.ts'
import { messagesChanged } from './messages-changed.ts'

type Deed = 'update' | 'delete'
type Chosen = SentBy<typeof contract.messages.update>

/** What can be done to several messages at once; each is asked about first. @param onDone the choice is used up */
export function useMessageDeeds(selected: string[], onDone: () => void) {
  const t = useText(text)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ deed, chosen }: { deed: Deed; chosen: Chosen }) => call(contract.messages[deed], chosen),
    onSuccess: (_, { deed }) => {
      toast.success(deed === 'update' ? t.done : t.deleted)
      onDone()
    },
    onSettled: () => messagesChanged(queries),
  })
  const chosenOnes = async (deed: Deed) => {
    const n = selected.length
    if (n === 0) return toast.warning(t.chooseFirst)
    const yes = await confirm(
      deed === 'update'
        ? { title: t.markRead, body: t.markReadAsk(n), action: t.markRead }
        : { title: t.deleteTitle, body: t.deleteChosenAsk(n), action: t.delete, danger: true },
    )
    if (yes) change.mutate({ deed, chosen: { message_id: selected } })
  }
  const allOfThem = async (deed: Deed) => {
    const yes = await confirm(
      deed === 'update'
        ? { title: t.markAllRead, body: t.markAllReadAsk, action: t.markAllRead }
        : { title: t.deleteAll, body: t.deleteAllAsk, action: t.deleteAll, danger: true },
    )
    if (yes) change.mutate({ deed, chosen: { type: 'all' } })
  }
  return {
    chosenOnes,
    allOfThem,
    deleteOne: (message_id: string) => change.mutate({ deed: 'delete', chosen: { message_id: [message_id] } }),
    busy: change.isPending,
  }
}
export type MessageDeeds = ReturnType<typeof useMessageDeeds>

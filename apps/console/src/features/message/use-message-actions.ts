import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type SentBy } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import * as text from './message.text.ts'
import { messagesChanged } from './messages-changed.ts'

type Action = 'update' | 'delete'
type Chosen = SentBy<typeof contract.messages.update>

/** Returns the actions on several messages, each after a confirmation. @param onDone called once the choice is used up */
export function useMessageActions(selected: string[], onDone: () => void) {
  const t = useText(text)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ action, chosen }: { action: Action; chosen: Chosen }) => call(contract.messages[action], chosen),
    onSuccess: (_, { action }) => {
      toast.success(action === 'update' ? t.done : t.deleted)
      onDone()
    },
    onSettled: () => messagesChanged(queries),
  })
  const chosenOnes = async (action: Action) => {
    const n = selected.length
    if (n === 0) return toast.warning(t.chooseFirst)
    const yes = await confirm(
      action === 'update'
        ? { title: t.markRead, body: t.markReadAsk(n), action: t.markRead }
        : { title: t.deleteTitle, body: t.deleteChosenAsk(n), action: t.delete, danger: true },
    )
    if (yes) change.mutate({ action, chosen: { message_id: selected } })
  }
  const allOfThem = async (action: Action) => {
    const yes = await confirm(
      action === 'update'
        ? { title: t.markAllRead, body: t.markAllReadAsk, action: t.markAllRead }
        : { title: t.deleteAll, body: t.deleteAllAsk, action: t.deleteAll, danger: true },
    )
    if (yes) change.mutate({ action, chosen: { type: 'all' } })
  }
  return {
    chosenOnes,
    allOfThem,
    deleteOne: (message_id: string) => change.mutate({ action: 'delete', chosen: { message_id: [message_id] } }),
    busy: change.isPending,
  }
}
export type MessageActions = ReturnType<typeof useMessageActions>

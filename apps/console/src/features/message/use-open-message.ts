import type { Message } from '@weft/contract'
import { useOpening } from '@weft/ui/frame/use-opening.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NAME = 'message_id'

/**
 * Returns the open message, which the address names, and its neighbours. They are those at the time when it was opened, because
 * reading may take it out of a list of unread messages.
 * @param rows the page of the list on screen
 */
export function useOpenMessage(rows: Message[]) {
  const [params] = useSearchParams()
  const [among, setAmong] = useState<Message[]>([])
  const message_id = params.get(NAME) ?? undefined
  const opening = useOpening(message_id !== undefined)
  const show = (next: string) => opening.open((now) => now.set(NAME, next))
  const known = among.some((message) => message.message_id === message_id) ? among : rows
  const at = known.findIndex((message) => message.message_id === message_id)
  return {
    message_id,
    /** The message as the list has it; absent if a link opened it. */
    message: known[at],
    previous: at > 0 ? known[at - 1] : undefined,
    next: at < 0 ? undefined : known[at + 1],
    open: (message: Message) => {
      setAmong(rows)
      show(message.message_id)
    },
    show,
    close: () => opening.close((now) => now.delete(NAME)),
  }
}
export type OpenMessage = ReturnType<typeof useOpenMessage>

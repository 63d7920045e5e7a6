import type { Message } from '@weft/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NAME = 'message_id'

/**
 * Returns the open message, which the address names, and its neighbours. They are those at the time when it was opened, because
 * reading may take it out of a list of unread messages.
 * @param rows the page of the list on screen
 */
export function useOpenMessage(rows: Message[]) {
  const [params, setParams] = useSearchParams()
  const [among, setAmong] = useState<Message[]>([])
  const message_id = params.get(NAME) ?? undefined
  const show = (next: string | undefined) =>
    setParams(
      (before) => {
        const now = new URLSearchParams(before)
        if (next === undefined) now.delete(NAME)
        else now.set(NAME, next)
        return now
      },
      { replace: true },
    )
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
  }
}
export type OpenMessage = ReturnType<typeof useOpenMessage>

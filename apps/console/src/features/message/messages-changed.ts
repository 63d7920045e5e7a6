import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const touched = new Set<unknown>([contract.messages.list.path, contract.account.info.path])

/** Reloads the list, and the count of unread messages in the header, after a message was read or deleted. */
export function messagesChanged(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => touched.has(path) })
}

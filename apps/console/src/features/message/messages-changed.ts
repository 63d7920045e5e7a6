import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const touched = new Set<unknown>([contract.messages.list.path, contract.account.info.path])

/** After a message was read or deleted: the list, and the count of unread ones in the header, are to be asked again. */
export function messagesChanged(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => touched.has(path) })
}

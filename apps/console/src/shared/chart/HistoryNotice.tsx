import { ErrorState, useText } from '@weft/ui'
import * as text from './range.text.ts'
import type { useHistory } from './use-history.ts'

/** What stands in the place of lines while there are none. */
export function HistoryNotice({
  history: { isError, isFetching, refetch },
}: {
  history: Pick<ReturnType<typeof useHistory>, 'isError' | 'isFetching' | 'refetch'>
}) {
  const t = useText(text)
  if (isError) return <ErrorState compact onRetry={() => void refetch()} />
  return isFetching ? t.loading : t.noData
}

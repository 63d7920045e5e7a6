import { ErrorState, useText } from '@weft/ui'
import * as text from './range.text.ts'

/** Is shown in place of the chart's lines while there are none: an error, loading or no data. */
export function HistoryNotice({
  history: { isError, isFetching, refetch },
}: {
  history: { isError: boolean; isFetching: boolean; refetch: () => unknown }
}) {
  const t = useText(text)
  if (isError) return <ErrorState compact onRetry={() => void refetch()} />
  return isFetching ? t.loading : t.noData
}

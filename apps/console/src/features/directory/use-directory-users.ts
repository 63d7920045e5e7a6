import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, PAGE_SIZE } from '@weft/contract'
import { asking, call, useListPlace, useRowsAt } from '@weft/ui'
import { useState } from 'react'

const { user } = contract.directory

/** Returns a page of the directory's snapshot as a list page; the address keeps what it shows. */
export function useDirectoryUsers() {
  const place = useListPlace(['exist'])
  const queries = useQueryClient()
  const [reading, setReading] = useState(false)
  const { page, search, filters } = place
  const exist = (['0', '1'] as const).find((one) => one === filters.exist)
  const input = { page, limit: PAGE_SIZE, ...(search && { search }), ...(exist && { exist }) }
  const query = useQuery({ ...asking(user, input), placeholderData: keepPreviousData })
  const { data } = query
  const list = useRowsAt(place, query, data && { rows: data.data, count: data.count })
  /** Makes the server read the directory again, and shows the result. */
  const refresh = async () => {
    setReading(true)
    try {
      await call(user, { ...input, refresh: '1' })
      await queries.invalidateQueries({ queryKey: [user.path] })
    } catch {
      // The shared layer has already shown the error.
    } finally {
      setReading(false)
    }
  }
  return { list, hash: data?.hash, snapshot_time: data?.snapshot_time, refresh, reading }
}

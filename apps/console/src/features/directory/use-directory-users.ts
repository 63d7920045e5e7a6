import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type DirectoryUser, PAGE_SIZE } from '@weft/contract'
import { asking, call, type ListPage, NetworkFailure, type Shown } from '@weft/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

const { user } = contract.directory

/** Returns a page of the directory's snapshot as a list page; the address keeps what it shows. */
export function useDirectoryUsers() {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const [reading, setReading] = useState(false)
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const search = params.get('search') ?? ''
  const exist = (['0', '1'] as const).find((one) => one === params.get('exist'))
  const input = { page, limit: PAGE_SIZE, ...(search && { search }), ...(exist && { exist }) }
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({ ...asking(user, input), placeholderData: keepPreviousData })
  const show = (next: Shown) =>
    setParams(
      (before) => {
        const now = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ page: 1, ...next })) {
          if (value === '' || value === undefined || (name === 'page' && value === 1)) now.delete(name)
          else now.set(name, String(value))
        }
        return now
      },
      { replace: true },
    )
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
  const list: ListPage<DirectoryUser> = {
    rows: data?.data ?? [],
    count: data?.count ?? 0,
    page,
    search,
    filters: exist ? { exist } : {},
    filtered: search !== '' || exist !== undefined,
    first: data === undefined && error === null,
    fetching: isFetching,
    error,
    stale: error instanceof NetworkFailure && data !== undefined,
    updated: Math.floor(dataUpdatedAt / 1000),
    show,
    clear: () => show({ search: '', exist: '' }),
    reload: () => void refetch(),
  }
  return { list, hash: data?.hash, snapshot_time: data?.snapshot_time, refresh, reading }
}

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type Endpoint, PAGE_SIZE, type PageOf, type SentBy } from '@weft/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { asking, type CallOptions } from '../api/call.ts'
import { NetworkFailure } from '../api/refusal.ts'

type ListEndpoint<T> = Endpoint<z.ZodType, z.ZodType<PageOf<T>>>

/** A change to what a list shows; '' removes a filter. Any change except that of the page starts at page 1. */
export interface Shown {
  page?: number
  search?: string
  [filter: string]: string | number | undefined
}

/** The query string that holds a list's page, search and filters, and a function that changes it. */
type Place = [params: URLSearchParams, change: (next: (before: URLSearchParams) => URLSearchParams) => void]

/**
 * Returns a list whose page, search and named filters are kept in the address, so that a reload or a shared link shows the same rows.
 * @param filters names of further input fields that the address holds
 * @param fixed input that the user does not choose, such as the list's network; a filter of the same name overrides it
 * @param prefix of their names in the address, if a page has several lists
 */
export function useListPage<T>(
  endpoint: ListEndpoint<T>,
  filters: readonly string[] = [],
  fixed: Record<string, string> = {},
  prefix = '',
) {
  return useListAt(useListPlace(filters, prefix), endpoint, fixed, {})
}

/** Returns what the address says that a list shows, and how to change it: for a list that reads its rows itself. */
export function useListPlace(filters: readonly string[], prefix = '') {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  // `setParams` would hand over the address of the last render. A change made since would be missing from it, and so be undone.
  const latest = useRef(params)
  const placeState = useRef(state)
  useEffect(() => {
    latest.current = params
    placeState.current = state
  }, [params, state])
  const change = useCallback<Place[1]>(
    (next) => {
      const before = latest.current
      latest.current = put(prefix, before, next(under(prefix, before)))
      // Another page of the list that a page is for begins at its top; nothing else moves it.
      const preventScrollReset = prefix !== '' || apartFromPage(before) !== apartFromPage(latest.current)
      // What is open on the page stays so: `useOpening` finds in the state that closing it goes back.
      setParams(latest.current, { replace: true, state: placeState.current, preventScrollReset })
    },
    [setParams, prefix],
  )
  return usePlace([under(prefix, params), change], filters)
}
type ListPlace = ReturnType<typeof useListPlace>

const under = (prefix: string, params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])))
const put = (prefix: string, before: URLSearchParams, own: URLSearchParams): URLSearchParams =>
  new URLSearchParams([
    ...[...before].filter(([name]) => !name.startsWith(prefix)),
    ...[...own].map(([name, value]) => [`${prefix}${name}`, value]),
  ])
const apartFromPage = (params: URLSearchParams): string => new URLSearchParams([...params].filter(([name]) => name !== 'page')).toString()
export type ListPage<T> = ReturnType<typeof useListPage<T>>

/** Returns the same for a list inside a drawer, which has no address: its page, search and filters are lost when it closes. */
export function useLocalList<T>(endpoint: ListEndpoint<T>, filters: readonly string[] = [], fixed: Record<string, string> = {}) {
  const place = usePlace(
    useState(() => new URLSearchParams()),
    filters,
  )
  return useListAt(place, endpoint, fixed, { missing: 'stay' })
}

function usePlace([params, change]: Place, names: readonly string[]) {
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const search = params.get('search') ?? ''
  const filters: Partial<Record<string, string>> = Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  const show = useCallback(
    (next: Shown) =>
      change((before) => {
        const now = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ page: 1, ...next })) {
          if (value === '' || value === undefined || (name === 'page' && value === 1)) now.delete(name)
          else now.set(name, String(value))
        }
        return now
      }),
    [change],
  )
  return {
    page,
    search,
    filters,
    filtered: search !== '' || Object.keys(filters).length > 0,
    show,
    clear: () => show(Object.fromEntries([['search', ''], ...names.map((name) => [name, ''])])),
  }
}

function useListAt<T>(place: ListPlace, endpoint: ListEndpoint<T>, fixed: Record<string, string>, options: Pick<CallOptions, 'missing'>) {
  const { page, search, filters } = place
  const input = { ...fixed, ...filters, page, ...(search ? { search } : {}) } as SentBy<typeof endpoint>
  const query = useQuery({ ...asking(endpoint, input, options), placeholderData: keepPreviousData })
  return useRowsAt<T>(place, query, query.data)
}

/** Returns the list of what a query found at a place; a later page that is empty steps back to the last one. */
export function useRowsAt<T>(
  place: ListPlace,
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'isPlaceholderData' | 'dataUpdatedAt' | 'refetch'>,
  data: PageOf<T> | undefined,
) {
  const { page, show } = place
  const { error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query
  // Rows that are shown while those of another page or search are loaded keep their time.
  const [readAt, setReadAt] = useState(0)
  if (dataUpdatedAt > 0 && dataUpdatedAt !== readAt) setReadAt(dataUpdatedAt)
  const updated = data === undefined ? 0 : dataUpdatedAt || readAt

  const pastTheEnd = data !== undefined && !isPlaceholderData && data.rows.length === 0 && page > 1
  const lastPage = Math.max(1, Math.ceil((data?.count ?? 0) / PAGE_SIZE))
  useEffect(() => {
    if (pastTheEnd) show({ page: Math.min(page - 1, lastPage) })
  }, [pastTheEnd, page, lastPage, show])

  return {
    ...place,
    rows: data?.rows ?? [],
    count: data?.count ?? 0,
    /** No rows have been loaded yet. */
    first: data === undefined && error === null,
    fetching: isFetching,
    /** The error of the last try; rows of an earlier one may be shown with it. */
    error,
    stale: error instanceof NetworkFailure && data !== undefined,
    /** There is nothing at all, and not because of a search or a filter. */
    unborn: data !== undefined && !isPlaceholderData && error === null && data.count === 0 && !place.filtered,
    /** When `rows` were read, in Unix seconds; 0 before there are any. */
    updated: Math.floor(updated / 1000),
    reload: () => void refetch(),
  }
}

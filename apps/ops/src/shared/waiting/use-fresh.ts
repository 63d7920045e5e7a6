import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@weft/contract'
import { useEffect, useRef } from 'react'

/** Reads a page again whenever what is polled beside it changes; undefined while that is not known. */
export function useFresh({ path }: Pick<Endpoint, 'path'>, polled: string | undefined): void {
  const queries = useQueryClient()
  const before = useRef(polled)
  useEffect(() => {
    if (before.current !== undefined && polled !== undefined && before.current !== polled)
      void queries.invalidateQueries({ queryKey: [path] })
    before.current = polled ?? before.current
  }, [polled, queries, path])
}

import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * Returns what the address says of the view of a page (its tab, its filters, what is selected), and a function that changes it. A change is
 * no navigation: it takes the place of the address before it, the page stays where it is scrolled, and what is open on it stays open. Only
 * with `push` Back leads to the view before.
 */
export function useViewParams() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const change = useCallback(
    (how: (params: URLSearchParams) => void, { push = false }: { push?: boolean } = {}) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          how(next)
          return next
        },
        { replace: !push, preventScrollReset: true, state: push ? undefined : state },
      ),
    [setParams, state],
  )
  return [params, change] as const
}

/** Sets a parameter, or removes it if there is no value, or it is the one that is meant without any. */
export function put(params: URLSearchParams, name: string, value: string | undefined, standard?: string): void {
  if (value === undefined || value === '' || value === standard) params.delete(name)
  else params.set(name, value)
}

/** Removes all parameters but these: what one tab showed does not apply to the next. */
export function keepOnly(params: URLSearchParams, ...names: readonly string[]): void {
  const others = [...params.keys()].filter((name) => !names.includes(name))
  for (const name of others) params.delete(name)
}

import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { addPageKey } from '../dialog/unsaved.ts'

/**
 * Returns the query parameter that names what a page is about. With another value the page starts anew, and every form on it asks before
 * what was typed is lost.
 */
export function usePageKey(name: string): string | null {
  const [params] = useSearchParams()
  useEffect(() => addPageKey(name), [name])
  return params.get(name)
}

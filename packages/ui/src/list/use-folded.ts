import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** A toolbar of one line is 64 px high; of two it is more than this. */
const ONE_LINE = 80

/**
 * Returns whether the filters of a toolbar have to stand behind a button, because they do not fit into one line with the rest of it. They
 * stand beside the rest again once the toolbar is wider.
 */
export function useFolded(bar: RefObject<HTMLElement | null>, active: boolean): boolean {
  const [width, setWidth] = useState(0)
  /** The width at which the filters did not fit. */
  const [narrow, setNarrow] = useState(0)
  const folded = active && narrow > 0 && width <= narrow
  useEffect(() => {
    const own = bar.current
    if (!own) return
    const watch = new ResizeObserver(() => setWidth(own.clientWidth))
    watch.observe(own)
    return () => watch.disconnect()
  }, [bar])
  // Runs after each change of what the toolbar shows: a filter may have become wider.
  useLayoutEffect(() => {
    const own = bar.current
    if (!own || !active || folded || own.offsetHeight <= ONE_LINE) return
    setWidth(own.clientWidth)
    setNarrow(own.clientWidth)
  })
  return folded
}

import { type RefObject, useEffect, useState } from 'react'

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
    if (!own || !active) return
    // It is also told when a filter that has become wider begins a second line.
    const watch = new ResizeObserver(() => {
      setWidth(own.clientWidth)
      if (own.offsetHeight > ONE_LINE) setNarrow(own.clientWidth)
    })
    watch.observe(own)
    return () => watch.disconnect()
  }, [bar, active])
  return folded
}

import { textNow } from '@weft/ui'
import { useEffect, useRef, useState } from 'react'
import { isAiling, type Loom, siteName } from './loom-model.ts'
import * as text from './loom.text.ts'

const MERGE_MILLISECONDS = 5000
const MOST_NAMES = 3

/** Returns what is read aloud: the problems that began or ended, merged over 5 s. Other changes are not told. */
export function useNews({ sites }: Loom): string {
  const [news, setNews] = useState('')
  const latest = useRef(sites)
  const told = useRef<ReadonlyMap<string, string>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = sites
    const ailing = () => new Map(latest.current.filter(isAiling).map((site) => [site.id, siteName(site)]))
    if (told.current === undefined) {
      told.current = ailing()
      return
    }
    const before = told.current
    const now = ailing()
    const changed = now.size !== before.size || [...now.keys()].some((id) => !before.has(id))
    if (!changed || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const after = ailing()
      const known = told.current!
      told.current = after
      const t = textNow(text)
      const names = (found: string[]) => t.nameList(found.slice(0, MOST_NAMES), Math.max(0, found.length - MOST_NAMES))
      const began = [...after].filter(([id]) => !known.has(id)).map(([, name]) => name)
      const ended = [...known].filter(([id]) => !after.has(id)).map(([, name]) => name)
      setNews([began.length > 0 && t.newProblems(names(began)), ended.length > 0 && t.ended(names(ended))].filter(Boolean).join('；'))
    }, MERGE_MILLISECONDS)
  }, [sites])
  useEffect(() => () => clearTimeout(timer.current), [])
  return news
}

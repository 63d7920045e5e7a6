import { type KeyboardEvent, type RefObject, useEffect } from 'react'

interface Keys {
  list: RefObject<HTMLElement | null>
  page: number
  pages: number
  onPage: (page: number) => void
  /** Ends the selection; undefined while nothing is selected. */
  onUnselect: (() => void) | undefined
}

const ROW = 'tbody > tr.ant-table-row'
const isTyping = (target: Element): boolean => target.matches('input:not([type="checkbox"]), textarea, [contenteditable="true"]')

/** Puts the cursor into the search of the first list on the page. */
function findInList(event: globalThis.KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { activeElement: active } = document
  if ((active && isTyping(active)) || document.querySelector('[aria-modal="true"]')) return
  const search = document.querySelector<HTMLInputElement>('main .weft-list-search input')
  if (!search) return
  event.preventDefault()
  search.focus()
  search.select()
}

/**
 * Returns what handles the keys of a list: arrows go from row to row, Enter opens a row, Space selects it, a full stop opens its menu, Alt with
 * an arrow turns the page, and Escape ends the selection. `/` goes to the search of the page.
 */
export function useListKeys({ list, page, pages, onPage, onUnselect }: Keys): (event: KeyboardEvent<HTMLElement>) => void {
  useEffect(() => {
    document.addEventListener('keydown', findInList)
    return () => document.removeEventListener('keydown', findInList)
  }, [])
  return (event) => {
    const { target } = event
    // A menu or a dialog that a row opened is not in the list, though React says so.
    if (event.defaultPrevented || !(target instanceof Element) || !list.current?.contains(target)) return
    const typing = isTyping(target)
    const done = (act: () => void) => {
      event.preventDefault()
      act()
    }
    const turned = event.key === 'ArrowLeft' ? page - 1 : event.key === 'ArrowRight' ? page + 1 : 0
    if (event.altKey) {
      if (!typing && turned >= 1 && turned <= pages) done(() => onPage(turned))
      return
    }
    if (event.key === 'Escape' && onUnselect && !typing) return done(onUnselect)
    const rows = [...(list.current.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const row = target.closest<HTMLElement>('tr.ant-table-row')
    const goTo = (next: HTMLElement | undefined) => next && done(() => next.focus())
    if (event.key === 'ArrowDown' && target.matches('.weft-list-search input')) return goTo(rows[0])
    if (!row || typing) return
    const at = rows.indexOf(row)
    if (event.key === 'ArrowDown') return goTo(rows[at + 1])
    if (event.key === 'ArrowUp') return goTo(rows[at - 1])
    if (target !== row) return
    const press = (what: string) => {
      const found = row.querySelector<HTMLElement>(what)
      if (found) done(() => found.click())
    }
    if (event.key === 'Enter') press('a[href], [aria-expanded]')
    else if (event.key === ' ') press('input[type="checkbox"]')
    else if (event.key === '.') press('.ant-dropdown-trigger')
  }
}

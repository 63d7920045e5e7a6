import type { FormInstance } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { confirmDiscard } from './confirm.ts'
import { addUnsaved } from './unsaved.ts'

export interface UnsavedGuard {
  /** Runs an intended navigation (after saving) without a question. */
  leave: (go: () => void) => void
  /** Closes a dialog, after a question if there is changed data. */
  close: (onClose: () => void) => Promise<void>
}

/**
 * Guards changed data: leaving the page, or Back, asks 「放弃未保存的修改？」, and closing the tab shows the browser's own question.
 * @param changed whether there is changed data; a function is asked when it matters
 * @param parts the query parameters that name what is edited, beside those of the page (`usePageKey`): their change loses the data as well
 */
export function useUnsavedGuard(changed: boolean | (() => boolean), ...parts: string[]): UnsavedGuard {
  const free = useRef(false)
  const latest = useRef(changed)
  useLayoutEffect(() => {
    latest.current = changed
  })
  const holds = useCallback(() => !free.current && (typeof latest.current === 'function' ? latest.current() : latest.current), [])
  const named = parts.join(' ')
  useEffect(() => addUnsaved({ holds, parts: named.split(' ') }), [holds, named])
  const leave = (go: () => void) => {
    free.current = true
    go()
  }
  return {
    leave,
    close: async (onClose) => {
      if (!holds() || (await confirmDiscard())) leave(onClose)
    },
  }
}

/** Guards what was typed into a form, as `useUnsavedGuard` does. */
export const useFormGuard = <T>(form: FormInstance<T>, ...parts: string[]): UnsavedGuard =>
  useUnsavedGuard(() => form.isFieldsTouched(), ...parts)

import { type Endpoint, refusals, type SentBy } from '@weft/contract'
import { useSyncExternalStore } from 'react'
import { download, saveFile } from '../api/download.ts'
import { newId } from '../api/new-id.ts'
import { ApiRefusal } from '../api/refusal.ts'
import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './exporting.text.ts'
import { onReset } from '../store/module-state.ts'

/** An export that is running, or that failed and can be tried again. */
export interface Exporting {
  /** Rows done and in total, once the server reports them; before that, and without reports, only the received bytes are known. */
  rows?: { done: number; total: number }
  bytes: number
  /** Why it failed. */
  failed?: string
}

interface Progress {
  done: number
  total: number
}

/**
 * Returns an export to a file, one at a time, that continues after the user leaves the page where it began.
 * @param hear listens for progress under the id that the call carries as `progress`, and returns a function that stops it. Without it
 * only the received bytes are known.
 */
export function makeExport<E extends Endpoint>(endpoint: E, hear?: (id: string, listener: (progress: Progress) => void) => () => void) {
  let state: Exporting | undefined
  let controller = new AbortController()
  let input: object = {}
  const listeners = new Set<() => void>()
  onReset(() => {
    controller.abort()
    state = undefined
  })
  const show = (next: Exporting | undefined) => {
    state = next
    for (const tell of listeners) tell()
  }
  const running = () => state !== undefined && state.failed === undefined

  async function run(): Promise<void> {
    const { signal } = (controller = new AbortController())
    const progress = newId()
    const change = (part: Partial<Exporting>) => !signal.aborted && show({ bytes: 0, ...state, ...part })
    show({ bytes: 0 })
    const deaf = hear?.(progress, ({ done, total }) => change({ rows: { done, total } }))
    try {
      const { blob, file_name } = await download(endpoint, { ...input, ...(hear && { progress }) } as SentBy<E>, {
        quiet: true,
        signal,
        onBytes: (bytes) => change({ bytes }),
      })
      if (signal.aborted) return
      saveFile(blob, file_name)
      show(undefined)
      toast.success(textNow(text).exported)
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      deaf?.()
    }
  }

  function fail(error: unknown): void {
    if (!(error instanceof ApiRefusal)) return show({ bytes: 0, failed: textNow(text).checkNetwork })
    const empty = error.code === refusals.exportEmpty.code && error.errors.length === 0
    if (!empty) return show({ bytes: 0, failed: error.msg })
    show(undefined)
    toast.warning(error.msg)
  }

  return {
    /** Begins, unless an export is running. */
    start(given: SentBy<E>): void {
      if (running()) return
      input = given ?? {}
      void run()
    },
    retry: () => void run(),
    /** Cancels the export, or dismisses its failure. */
    cancel(): void {
      controller.abort()
      show(undefined)
    },
    use: (): Exporting | undefined =>
      useSyncExternalStore(
        (changed) => {
          listeners.add(changed)
          return () => listeners.delete(changed)
        },
        () => state,
      ),
  }
}

import { type Endpoint, refusals, type SentBy } from '@weft/contract'
import { useSyncExternalStore } from 'react'
import { download, saveFile } from '../api/download.ts'
import { newId } from '../api/new-id.ts'
import { ApiRefusal } from '../api/refusal.ts'
import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './exporting.text.ts'

/** An export that goes on, or that failed and can be tried again. */
export interface Exporting {
  /** Rows done of all, once the server tells; until then, and where nothing is heard of it, only what was received counts. */
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
 * An export to a file, one at a time, that outlives the page it began on.
 * @param hear listens to how far it is, under the name that the call carries as `progress`; answers how to stop. Without it only what was received is known
 */
export function makeExport<E extends Endpoint>(endpoint: E, hear?: (id: string, listener: (progress: Progress) => void) => () => void) {
  let state: Exporting | undefined
  let controller = new AbortController()
  let input: object = {}
  const listeners = new Set<() => void>()
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
    /** Begins, unless one goes on. */
    start(given: SentBy<E>): void {
      if (running()) return
      input = given ?? {}
      void run()
    },
    retry: () => void run(),
    /** Gives it up, or puts away what is said of its failure. */
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

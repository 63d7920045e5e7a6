import { BatchProblems, type BatchRow, contract } from '@weft/contract'
import { ApiRefusal, call, NetworkFailure, toast, useText } from '@weft/ui'
import { useEffect, useRef, useState } from 'react'
import * as text from './batch.text.ts'
import { readSheet, SheetChanged, sheetOf } from './sheet-file.ts'

/** The state of a list of members to add. */
export type Batch =
  | { phase: 'none' | 'checking' | 'changed' }
  | { phase: 'clean' | 'importing'; total: number; rows: BatchRow[] }
  | { phase: 'bad'; problems: BatchProblems }
  | { phase: 'refused'; msg: string }
  /** No answer came; `importing`: the result of an import is unknown. */
  | { phase: 'lost'; importing: boolean }
  | { phase: 'done'; added: number; rows: BatchRow[] }

/** Sends a list and returns the outcome; a refusal or a network failure is an outcome as well. */
async function ask(name: string, bytes: Uint8Array<ArrayBuffer>, check: '0' | '1', signal: AbortSignal): Promise<Batch> {
  try {
    const { added, total, rows } = await call(
      contract.memberFiles.batch,
      { check },
      { file: sheetOf(name, bytes), quiet: true, missing: 'stay', signal },
    )
    return check === '1' ? { phase: 'clean', total, rows } : { phase: 'done', added, rows }
  } catch (error) {
    if (error instanceof NetworkFailure) return { phase: 'lost', importing: check === '0' }
    if (!(error instanceof ApiRefusal)) throw error
    const problems = BatchProblems.safeParse(error.data)
    return problems.success && problems.data.errors.length > 0
      ? { phase: 'bad', problems: problems.data }
      : { phase: 'refused', msg: error.msg }
  }
}

/**
 * Returns the state and actions of a list of members, from its choice to its result. It is checked as soon as it is chosen, and
 * only a list that passed is imported; choosing another one cancels a check, but nothing cancels an import.
 * @param onAdded called after members were added, even if the drawer is gone by then
 */
export function useBatchAdd(onAdded: () => void) {
  const t = useText(text)
  const [file, setFile] = useState<File>()
  const [batch, setBatch] = useState<Batch>({ phase: 'none' })
  const checking = useRef<AbortController>(undefined)
  const checked = useRef<Uint8Array>(undefined)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      checking.current?.abort()
    }
  }, [])

  const check = async (chosen: File) => {
    checking.current?.abort()
    const { signal } = (checking.current = new AbortController())
    setBatch({ phase: 'checking' })
    const found = await readSheet(chosen)
      .then((bytes) => {
        checked.current = bytes
        return ask(chosen.name, bytes, '1', signal)
      })
      .catch(changedOnly)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    if (found && !signal.aborted) setBatch(found)
  }
  const add = async () => {
    if (!file || batch.phase !== 'clean') return
    setBatch({ ...batch, phase: 'importing' })
    const outcome = await readSheet(file, checked.current)
      .then((bytes) => ask(file.name, bytes, '0', new AbortController().signal))
      .catch(changedOnly)
    if (outcome.phase === 'done') onAdded()
    if (!gone.current) return setBatch(outcome)
    if (outcome.phase === 'done') toast.success(t.added(outcome.added))
    else toast.error(outcome.phase === 'lost' ? t.uploadFailed : t.refusedAdd)
  }
  return {
    file,
    batch,
    choose: (chosen: File) => {
      setFile(chosen)
      void check(chosen)
    },
    /** After no answer or a refusal: checks the same file again. */
    retry: () => file && void check(file),
    add: () => void add(),
    restart: () => {
      setFile(undefined)
      setBatch({ phase: 'none' })
    },
  }
}

function changedOnly(error: unknown): Batch {
  if (error instanceof SheetChanged) return { phase: 'changed' }
  throw error
}

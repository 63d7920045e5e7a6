import { contract, type DeletionRow } from '@weft/contract'
import { ApiRefusal, call, NetworkFailure, toast, useText } from '@weft/ui'
import { useEffect, useRef, useState } from 'react'
import * as text from './batch.text.ts'
import { readSheet, SheetChanged, sheetOf } from './sheet-file.ts'

/**
 * The state of a deletion by file. `changed`: the file was changed or moved on disk, and nothing was sent; `lost`: no answer came, and
 * members may have been deleted.
 */
export type Deletion =
  | { phase: 'none' | 'deleting' | 'changed' | 'lost' }
  | { phase: 'refused'; msg: string }
  | { phase: 'done'; rows: DeletionRow[] }

async function remove(file: File): Promise<Deletion> {
  try {
    const sheet = sheetOf(file.name, await readSheet(file))
    return { phase: 'done', rows: await call(contract.memberFiles.batch_delete, {}, { file: sheet, quiet: true, missing: 'stay' }) }
  } catch (error) {
    if (error instanceof SheetChanged) return { phase: 'changed' }
    if (error instanceof NetworkFailure) return { phase: 'lost' }
    if (error instanceof ApiRefusal) return { phase: 'refused', msg: error.msg }
    throw error
  }
}

/**
 * Returns the state and actions of a list of members to delete, from its choice to its result.
 * @param onDeleted called after members were deleted, even if the drawer is gone by then
 */
export function useDeleteByFile(onDeleted: () => void) {
  const t = useText(text)
  const [file, setFile] = useState<File>()
  const [deletion, setDeletion] = useState<Deletion>({ phase: 'none' })
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  const start = async () => {
    if (!file || deletion.phase === 'deleting') return
    setDeletion({ phase: 'deleting' })
    const outcome = await remove(file)
    const deleted = outcome.phase === 'done' ? outcome.rows.filter((row) => row.deleted === 1).length : 0
    // If no answer came, members may have been deleted as well.
    if (deleted > 0 || outcome.phase === 'lost') onDeleted()
    if (!gone.current) return setDeletion(outcome)
    if (outcome.phase === 'done') toast.success(t.deleted(deleted))
    else toast.error(outcome.phase === 'lost' ? t.uploadFailed : t.refusedDelete)
  }
  const choose = (next: File | undefined) => {
    setFile(next)
    setDeletion({ phase: 'none' })
  }
  return { file, deletion, choose: (chosen: File) => choose(chosen), start: () => void start(), restart: () => choose(undefined) }
}

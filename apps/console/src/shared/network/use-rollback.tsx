import { useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import { useRef, useState } from 'react'
import { applying } from '../apply/applying.ts'
import { Impact, Sentences } from './Impact.tsx'
import { networksChanged } from './networks-changed.ts'
import './rollback.css'
import * as text from './rollback.text.ts'

/** Number of changes shown before a restore; the others are only counted. */
const SHOWN = 20

/** What is restored. */
interface Restored {
  network_number: string
  revision: number
  /** Number of members in the network now. */
  members: number
}

/** Restores a revision, after showing its changes and effects; applies upon the revision that the preview was made from. */
export function useRollback() {
  const t = useText(text)
  const queries = useQueryClient()
  const [restoring, setRestoring] = useState<Restored>()
  const busy = useRef(false)
  const { rollback } = contract.networkRevisions

  const attempt = async ({ network_number, revision, members }: Restored) => {
    const preview = await call(rollback, { network_number, revision, dry_run: true }, { missing: 'stay' })
    if (preview.diff.length === 0) return toast.warning(t.same)
    const body = (
      <Scrolling className="rollback" label={t.restoreOf(revision)}>
        <h3>{t.diff}</h3>
        <Sentences diff={preview.diff.slice(0, SHOWN)} />
        {preview.diff.length > SHOWN && <p>{t.more(preview.diff.length)}</p>}
        <h3>{t.impact}</h3>
        <Impact impact={preview.impact} members={members} />
      </Scrolling>
    )
    if (!(await confirm({ title: t.restoreOf(revision), body, action: t.restoreAction, danger: true }))) return
    try {
      await applying.save(network_number, t.restoreOf(revision), () =>
        call(rollback, { network_number, revision }, { missing: 'stay', ifMatch: preview.revision - 1 }),
      )
    } finally {
      void networksChanged(queries)
    }
  }
  return {
    /** The revision that is being previewed or restored. */
    restoring,
    restore: async (what: Restored) => {
      if (busy.current) return
      busy.current = true
      setRestoring(what)
      // A refusal was already shown.
      await attempt(what).catch(() => undefined)
      busy.current = false
      setRestoring(undefined)
    },
  }
}

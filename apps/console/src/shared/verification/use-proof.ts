import type { Proof } from '@weft/contract'
import { ApiRefusal } from '@weft/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { prove } from './prove.ts'

/** Times that a form is sent again because its proof was too small. */
const AGAIN = 3

/** Hashes that a refusal asks for; 0 for other refusals. */
function askedBy(error: unknown): number {
  const { work } = ((error instanceof ApiRefusal && error.data) || {}) as { work?: unknown }
  return typeof work === 'number' ? work : 0
}

/**
 * Proves by work that a form is worth an answer.
 * @returns `state`: how much of which picture's proof is done, from 0 to 1; undefined while nothing is computed
 */
export function useProof() {
  const [state, setState] = useState<{ uniqid: string; share: number }>()
  const present = useRef<{ uniqid: string; work: number; proof: Promise<Proof>; stop: () => void }>(undefined)

  const stop = useCallback(() => {
    present.current?.stop()
    present.current = undefined
    setState(undefined)
  }, [])
  useEffect(() => stop, [stop])

  /** Begins to prove a picture, or goes on where that is begun. */
  const begin = useCallback(
    (uniqid: string, work: number): Promise<Proof> => {
      const known = present.current
      if (known?.uniqid === uniqid && known.work >= work) return known.proof
      known?.stop()
      const control = new AbortController()
      const show = (share: number) => setState({ uniqid, share })
      show(0)
      const proof = prove(uniqid, work, show, control.signal)
      // Whoever sends the form hears of it; until then nobody waits for it.
      proof.catch(() => {
        if (!control.signal.aborted) stop()
      })
      present.current = { uniqid, work, proof, stop: () => control.abort(new Error('not wanted any more')) }
      return proof
    },
    [stop],
  )

  /** Sends a form with as much proof as it needs, again where the server asks for more. */
  async function sendProved<T>(uniqid: string, work: number, send: (given: { uniqid: string; proof?: Proof }) => Promise<T>): Promise<T> {
    for (let needed = work, sent = 1; ; sent++) {
      const given = needed > 0 ? { uniqid, proof: await begin(uniqid, needed) } : { uniqid }
      try {
        return await send(given)
      } catch (error) {
        needed = askedBy(error)
        if (needed === 0 || sent > AGAIN) throw error
      }
    }
  }
  return { state, begin, stop, sendProved }
}

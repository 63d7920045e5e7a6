import type { Proof } from '@weft/contract'
import { ApiRefusal } from '@weft/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { prove } from './prove.ts'

/** Times that a form is sent again because its proof was too small. */
const AGAIN = 3

/** Returns the number of hashes that a refusal asks for; 0 for other errors. */
function askedBy(error: unknown): number {
  const { work } = ((error instanceof ApiRefusal && error.data) || {}) as { work?: unknown }
  return typeof work === 'number' ? work : 0
}

/**
 * Computes the proof of work that a form needs.
 * @returns `state`: the picture and the completed share of its proof, from 0 to 1; undefined while nothing is computed
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

  /** Starts the proof of a picture, or continues the one that is running. */
  const begin = useCallback(
    (uniqid: string, work: number): Promise<Proof> => {
      const known = present.current
      if (known?.uniqid === uniqid && known.work >= work) return known.proof
      known?.stop()
      const control = new AbortController()
      const show = (share: number) => setState({ uniqid, share })
      show(0)
      const proof = prove(uniqid, work, show, control.signal)
      // Sending the form reports a failure; until then nothing awaits this promise.
      proof.catch(() => {
        if (!control.signal.aborted) stop()
      })
      present.current = { uniqid, work, proof, stop: () => control.abort(new Error('not wanted any more')) }
      return proof
    },
    [stop],
  )

  /** Sends a form with the proof that it needs, and again if the server asks for more. */
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

import { contract } from '@weft/contract'
import { call } from '@weft/ui'
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds after a code was sent at which its fate is asked for. A provider refuses early, or not at all. */
const LOOKS_MS = [2000, 5000, 10_000, 20_000]

/**
 * Follows one code on its way, until it has left or failed.
 * @param onFailed hears why a code will not arrive, a sentence of the server
 * @returns what to call with the receipt of each code; the one before is followed no longer
 */
export function useDelivery(onFailed: (reason: string) => void): (receipt: string | undefined) => void {
  const heard = useRef(onFailed)
  useEffect(() => {
    heard.current = onFailed
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The code that is followed now; an answer about another one comes too late. */
  const followed = useRef<string>(undefined)
  useEffect(
    () => () => {
      followed.current = undefined
      clearTimeout(timer.current)
    },
    [],
  )
  return useCallback((receipt) => {
    clearTimeout(timer.current)
    followed.current = receipt
    if (receipt === undefined) return
    const look = async (at: number) => {
      // A look that fails says nothing about the code.
      const fate = await call(contract.verify.delivery, { receipt }, { quiet: true }).catch(() => undefined)
      if (followed.current !== receipt) return
      if (fate?.state === 'failed') heard.current(fate.reason ?? '')
      else if (fate?.state !== 'sent') wait(at + 1)
    }
    const wait = (at: number) => {
      const [until, since] = [LOOKS_MS[at], LOOKS_MS[at - 1] ?? 0]
      if (until !== undefined) timer.current = setTimeout(() => void look(at), until - since)
    }
    wait(0)
  }, [])
}

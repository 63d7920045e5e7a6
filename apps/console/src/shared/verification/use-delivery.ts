import { contract } from '@weft/contract'
import { call } from '@weft/ui'
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds after sending a code at which its delivery is checked. A provider refuses early, or not at all. */
const LOOKS_MS = [2000, 5000, 10_000, 20_000]

/**
 * Follows the delivery of one code until it is sent or failed.
 * @param onFailed receives the server's reason why a code will not arrive
 * @returns a function to call with each code's receipt; the code before is then no longer followed
 */
export function useDelivery(onFailed: (reason: string) => void): (receipt: string | undefined) => void {
  const heard = useRef(onFailed)
  useEffect(() => {
    heard.current = onFailed
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Receipt of the code that is followed now; answers about other codes are dropped. */
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
      // A failed request says nothing about the code.
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

import { useQuery } from '@tanstack/react-query'
import { CAPTCHA_SECONDS, contract, type Proof, WORK_WITHOUT_PICTURE } from '@weft/contract'
import { asking } from '@weft/ui'
import { useState } from 'react'
import { useProof } from './use-proof.ts'

/**
 * Loads an image code, and a new one before it expires. For users who cannot read it the browser computes a proof of work
 * instead.
 * @param wanted true once a form shows it
 */
export function useImageCode(wanted = true) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...asking(contract.verify.code, {}, { quiet: true }),
    enabled: wanted,
    // No event of the account may replace a picture that is being read.
    staleTime: 'static',
    gcTime: 0,
    refetchInterval: (CAPTCHA_SECONDS - 10) * 1000,
  })
  const [seen, setSeen] = useState(true)
  const { state, begin, stop, sendProved } = useProof()
  const uniqid = data?.uniqid ?? ''
  const work = (data?.work ?? 0) + (seen ? 0 : WORK_WITHOUT_PICTURE)
  return {
    content: data?.content,
    failed: isError && !isFetching,
    /** True while the picture is read; false while the browser computes instead. */
    seen,
    /** Completed share of the computation, from 0 to 1; undefined while there is none. */
    share: state?.uniqid === uniqid ? state.share : undefined,
    renew: () => {
      stop()
      void refetch()
    },
    /** Switches between reading the picture and computing, which begins at once. */
    change: () => {
      stop()
      setSeen(!seen)
      if (seen && uniqid !== '') void begin(uniqid, (data?.work ?? 0) + WORK_WITHOUT_PICTURE)
    },
    /**
     * Sends a form with the picture's id and proof. `send` receives the typed code, trimmed, or undefined if the picture is not read.
     */
    send: <T>(typed: string, send: (code: string | undefined, given: { uniqid: string; proof?: Proof }) => Promise<T>): Promise<T> =>
      sendProved(uniqid, work, (given) => send(seen ? typed.trim() : undefined, given)),
  }
}
export type ImageCode = ReturnType<typeof useImageCode>

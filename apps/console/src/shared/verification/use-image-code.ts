import { useQuery } from '@tanstack/react-query'
import { CAPTCHA_SECONDS, contract, type Proof, WORK_WITHOUT_PICTURE } from '@weft/contract'
import { asking } from '@weft/ui'
import { useState } from 'react'
import { useProof } from './use-proof.ts'

/**
 * The picture with the code, a new one before the old one runs out; and the other way, for whoever cannot read it: the browser
 * proves by work what reading would have.
 * @param wanted whether a form shows it already
 */
export function useImageCode(wanted = true) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...asking(contract.verify.code, {}, { quiet: true }),
    enabled: wanted,
    staleTime: Infinity,
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
    /** Whether the picture is read; else the browser computes. */
    seen,
    /** How much of a computation is done, from 0 to 1; undefined while there is none. */
    share: state?.uniqid === uniqid ? state.share : undefined,
    renew: () => {
      stop()
      void refetch()
    },
    /** Computes instead of reading, beginning now, or reads again. */
    change: () => {
      stop()
      setSeen(!seen)
      if (seen && uniqid !== '') void begin(uniqid, (data?.work ?? 0) + WORK_WITHOUT_PICTURE)
    },
    /**
     * Sends a form with what its picture needs. Hears what was typed, trimmed, as `code`: undefined where the picture is not read.
     */
    send: <T>(typed: string, send: (code: string | undefined, given: { uniqid: string; proof?: Proof }) => Promise<T>): Promise<T> =>
      sendProved(uniqid, work, (given) => send(seen ? typed.trim() : undefined, given)),
  }
}
export type ImageCode = ReturnType<typeof useImageCode>

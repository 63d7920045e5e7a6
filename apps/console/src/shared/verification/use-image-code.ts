import { useQuery } from '@tanstack/react-query'
import { CAPTCHA_SECONDS, contract } from '@weft/contract'
import { asking } from '@weft/ui'

/**
 * The picture with the code; a new one before the old one runs out.
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
  return { content: data?.content, uniqid: data?.uniqid ?? '', failed: isError && !isFetching, renew: () => void refetch() }
}
export type ImageCode = ReturnType<typeof useImageCode>

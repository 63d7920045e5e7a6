import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking } from '@weft/ui'

const EVERY_MS = 10_000

/** Asks how the installation is, again and again while the page is visible. */
export const useHealth = () => useQuery({ ...asking(opsContract.desk.health, {}, { quiet: true }), refetchInterval: EVERY_MS })

import { createRequire } from 'node:module'
import type library from 'ip2region'
import { type Place, placeNamed } from '@weft/contract'
import { isPublicAddress } from '../egress/public-address.ts'

/** Loads the table of addresses, 11 MB that stay in memory, when the first address is asked for. */
function load() {
  const { default: Table } = createRequire(import.meta.url)('ip2region') as typeof library
  return new Table()
}
let table: ReturnType<typeof load> | undefined

/** Returns where in China a public address is, as far as that is known; null for any other address. */
export function placeOfAddress(address: string): Place | null {
  if (!isPublicAddress(address)) return null
  const found = (table ??= load()).search(address)
  return found?.country === '中国' ? placeNamed(found.province, found.city) : null
}

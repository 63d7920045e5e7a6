import type { QueryClient } from '@tanstack/react-query'
import type { NetworkDraft, NetworkInfo } from '@weft/contract'
import { readCenters } from '@weft/network-rules'
import { addToDraft } from '../draft/draft.ts'
import { sent, type SheetRow } from './sheet-rows.ts'

/**
 * Puts branches into the network's draft as one change, which names centers by their serial numbers.
 * @param seen the draft as the user knows it
 * @returns whether the draft took it
 */
export function draftBranches(
  queries: QueryClient,
  { network_number, member }: NetworkInfo,
  rows: readonly SheetRow[],
  seen: NetworkDraft | undefined,
): Promise<boolean> {
  const centers = member.filter(({ member_type }) => member_type === 'center')
  const serialsOf = (text: string) =>
    readCenters(text).flatMap((name) => {
      const serial = centers.filter(({ router_name }) => router_name.toLowerCase() === name.toLowerCase())
      return (serial.length > 0 ? serial : centers.filter(({ note }) => note === name)).map(({ router_name }) => router_name)
    })
  const branches = rows.map((row) => ({ ...sent(row), center: serialsOf(row.center) }))
  return addToDraft(queries, network_number, [{ call: 'add_branches', input: { rows: branches } }], seen)
}

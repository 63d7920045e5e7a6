import type { LinkState, NetworkInfo } from '@weft/contract'
import { readCenters } from '@weft/network-rules'
import type { MiniRow, MiniThread } from '../../../shared/loom/mini-loom.ts'
import type { SheetRow } from './sheet-rows.ts'

/** Returns the network's loom in small, its branches first and then those that will join. */
export function loomWith({ member, link }: NetworkInfo, joining: readonly SheetRow[]): { threads: MiniThread[]; rows: MiniRow[] } {
  const centers = member.filter(({ member_type }) => member_type === 'center')
  const threads = centers.map(({ router_name, note }): MiniThread => ({ name: note || router_name, kind: 'center', state: 'up' }))
  const links = new Map(link.map((one) => [`${one.router_name} ${one.center_router_name}`, one]))
  const crossing = (branch: string, center: string): LinkState | null => {
    const found = links.get(`${branch} ${center}`)
    return found?.enable === 1 ? (found.vpn_online === 1 ? 'up' : 'never') : null
  }
  const present = member
    .filter(({ member_type }) => member_type === 'point')
    .map(({ router_name }): MiniRow => ({ state: 'up', crossings: centers.map((center) => crossing(router_name, center.router_name)) }))
  const coming = joining.map(({ center }): MiniRow => {
    const named = readCenters(center)
    const meant = (name: string, note: string) => named.length === 0 || named.includes(note) || named.includes(name)
    return { state: 'never', joining: true, crossings: centers.map(({ router_name, note }) => (meant(router_name, note) ? 'never' : null)) }
  })
  return { threads, rows: [...present, ...coming] }
}

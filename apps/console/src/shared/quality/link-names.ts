import type { LinkQualityRow } from '@weft/contract'
import { nameOf } from '../member/name-of.ts'

type Ends = Pick<LinkQualityRow, 'router_name' | 'center_router_name'>

/** Returns a key that identifies a measured link within its network. */
export const linkName = ({ router_name, center_router_name }: Ends): string => `${router_name} ${center_router_name}`

/** Returns what the two ends of a link are called. */
export const endsOf = (link: Ends & Pick<LinkQualityRow, 'router_name_note' | 'center_router_name_note'>) => ({
  from: nameOf({ router_name: link.router_name, note: link.router_name_note }),
  to: nameOf({ router_name: link.center_router_name, note: link.center_router_name_note }),
})

import { folded, type MemberSummary } from '@weft/contract'

/** Returns whether a member's name or serial number contains a text that `folded` made of what was typed. */
export const namedLike = ({ router_name, note }: Pick<MemberSummary, 'router_name' | 'note'>, wanted: string): boolean =>
  folded(router_name).includes(wanted) || folded(note).includes(wanted)

import { segmentOwners, type SegmentPurpose } from '@weft/contract'

/** A network of the account that the caller may not see. */
export const HIDDEN_NETWORK = '其他组网'

/**
 * Who takes a range of addresses, and for what.
 * @param network the other network that takes it, '' where the caller may not see which; undefined for this one
 */
export const claimText = ({ purpose, owner, network }: { purpose: SegmentPurpose; owner: string; network?: string }): string =>
  network === '' ? HIDDEN_NETWORK : `${network === undefined ? '' : `组网「${network}」`}${segmentOwners['zh-CN'][purpose](owner)}`

/** What of a network depends on a center. */
export const centerUses = {
  main: '主备线路的主中心',
  secondary: '主备线路的备中心',
  centerLink: '双中心互联',
  branches: (count: number) => `${count} 个分支仅连接此中心`,
}

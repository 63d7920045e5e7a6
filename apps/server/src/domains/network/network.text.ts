import type { SegmentPurpose } from '@weft/contract'

/** A network of the account that the caller may not see. */
export const HIDDEN_NETWORK = '其他组网'

const purposes: Record<SegmentPurpose, (owner: string) => string> = {
  center_hardware: (owner) => `中心 ${owner} 的硬件互联网段`,
  center_software: (owner) => `中心 ${owner} 的软件互联网段`,
  center_link: () => '双中心互联网段',
  pop: () => 'POP 网段',
  pop_software: (owner) => `POP 区域 ${owner} 的软件网段`,
  other: () => 'POP 骨干网段',
  prefix: (owner) => `成员 ${owner} 的路由前缀`,
  lan: (owner) => `成员 ${owner} 的内网`,
}

/**
 * Who takes a range of addresses, and for what.
 * @param network the other network that takes it, '' where the caller may not see which; undefined for this one
 */
export const claimText = ({ purpose, owner, network }: { purpose: SegmentPurpose; owner: string; network?: string }): string =>
  network === '' ? HIDDEN_NETWORK : `${network === undefined ? '' : `组网「${network}」`}${purposes[purpose](owner)}`

/** What of a network depends on a center. */
export const centerUses = {
  main: '主备线路的主中心',
  secondary: '主备线路的备中心',
  centerLink: '双中心互联',
  branches: (count: number) => `${count} 个分支仅连接此中心`,
}

import type { NetworkSegment, SegmentPurpose } from '@weft/contract'

type Source = NetworkSegment['source']
type Owners = Record<SegmentPurpose, (owner: string) => string>

export const zhCN = {
  purposes: {
    center_hardware: '硬件互联',
    center_software: '软件互联',
    center_link: '中心互联',
    pop: 'POP',
    pop_software: 'POP 软件',
    other: '其他',
    prefix: '路由前缀',
    lan: '成员内网',
  } satisfies Record<SegmentPurpose, string> as Record<SegmentPurpose, string>,
  sources: { allocated: '自动分配', edited: '手动设置', reported: '设备上报', operator: '运营商' } satisfies Record<
    Source,
    string
  > as Record<Source, string>,
  owners: {
    center_hardware: (owner) => `中心 ${owner} 的硬件互联网段`,
    center_software: (owner) => `中心 ${owner} 的软件互联网段`,
    center_link: () => '双中心互联网段',
    pop: () => 'POP 网段',
    pop_software: (owner) => `POP 区域 ${owner} 的软件网段`,
    other: () => 'POP 骨干网段',
    prefix: (owner) => `成员 ${owner} 的路由前缀`,
    lan: (owner) => `成员 ${owner} 的内网`,
  } satisfies Owners as Owners,
  elsewhere: (network: string, owner: string) => `组网「${network}」${owner}`,
  overlaps: (owner: string, segment: string) => `与${owner}的 ${segment} 重叠`,
}

export const en: typeof zhCN = {
  purposes: {
    center_hardware: 'Hub, hardware',
    center_software: 'Hub, software',
    center_link: 'Hub interconnect',
    pop: 'POP',
    pop_software: 'POP, software',
    other: 'Other',
    prefix: 'Route prefix',
    lan: 'Member LAN',
  },
  sources: { allocated: 'Allocated', edited: 'Edited', reported: 'Reported', operator: 'Operator' },
  owners: {
    center_hardware: (owner) => `the hardware segment of hub ${owner}`,
    center_software: (owner) => `the software segment of hub ${owner}`,
    center_link: () => 'the hub interconnect segment',
    pop: () => 'the POP segment',
    pop_software: (owner) => `the software segment of POP area ${owner}`,
    other: () => 'the POP backbone segment',
    prefix: (owner) => `the prefixes of member ${owner}`,
    lan: (owner) => `the LAN of member ${owner}`,
  },
  elsewhere: (network, owner) => `${owner}, network “${network}”`,
  overlaps: (owner, segment) => `Overlaps ${segment}, ${owner}`,
}

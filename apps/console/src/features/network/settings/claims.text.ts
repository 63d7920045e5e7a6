import type { NetworkSegment, SegmentPurpose } from '@weft/contract'

type Source = NetworkSegment['source']

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
}

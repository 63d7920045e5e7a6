import { namesIn, networkFields } from '@weft/contract'

const zhNames = namesIn('zh-CN', networkFields)
const enNames = namesIn('en', networkFields)

export const zhCN = {
  edit: '修改',
  segment: '网段',
  mask: '掩码',
  help: '网段不能与成员内网重叠',
  fix: (fixed: string) => `改为 ${fixed}`,
  takeFree: (segment: string) => `使用空闲网段 ${segment}`,
  centerSegments: '互联网段',
  hardware: zhNames.router_segment,
  software: zhNames.software_segment,
  twin: '中心网段',
  saveAndPush: '保存并下发',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  segment: 'Segment',
  mask: 'Mask',
  help: 'A segment must not overlap the LANs of members',
  fix: (fixed) => `Use ${fixed}`,
  takeFree: (segment) => `Use the free segment ${segment}`,
  centerSegments: 'Interconnect segments',
  hardware: enNames.router_segment,
  software: enNames.software_segment,
  twin: 'Hub interconnect segment',
  saveAndPush: 'Save and push',
}

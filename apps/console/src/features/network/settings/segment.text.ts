import { networkFields } from '@weft/contract'

export const zhCN = {
  edit: '修改',
  segment: '网段',
  mask: '掩码',
  help: '网段不能与成员内网重叠',
  fix: (fixed: string) => `改为 ${fixed}`,
  takeFree: (segment: string) => `使用空闲网段 ${segment}`,
  centerSegments: '互联网段',
  hardware: networkFields.router_segment.name['zh-CN'],
  software: networkFields.software_segment.name['zh-CN'],
  twin: '中心网段',
  saveAndPush: '保存',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  segment: 'Segment',
  mask: 'Mask',
  help: 'A segment must not overlap the LANs of members',
  fix: (fixed) => `Use ${fixed}`,
  takeFree: (segment) => `Use the free segment ${segment}`,
  centerSegments: 'Interconnect segments',
  hardware: networkFields.router_segment.name.en,
  software: networkFields.software_segment.name.en,
  twin: 'Hub interconnect segment',
  saveAndPush: 'Save',
}

import { type BranchField, NOTE_MAX } from '@weft/contract'

export const fileName = '批量添加分支模板.xlsx'
export const sheetName = '分支'

/** The row of the template that shows how to fill it in. */
export const example: Record<BranchField, string> = {
  note: '苏州吴中店',
  router_name: 'WR210M26040117',
  prefix: '192.168.61.0/24',
  center: '全部',
}
export const hints: Record<BranchField, string> = {
  note: `站点的名称，最多 ${NOTE_MAX} 个字，留空则保留原名称`,
  router_name: '设备的序列号',
  prefix: '设备后面的内网网段，例如 192.168.61.0/24，多个用顿号分隔，可留空',
  center: '中心的名称或序列号，多个用顿号分隔，留空或填写「全部」连接全部中心',
}

export const zhCN = {
  title: '操作日志',
  titleOf: (name: string) => `操作日志 · ${name}`,
  all: '全部操作日志',
  subject: '操作',
  none: '所选时间内没有操作',
  export: '导出',
  exported: '导出成功',
}
export const en: typeof zhCN = {
  title: 'Operations',
  titleOf: (name) => `Operations of ${name}`,
  all: 'All operations',
  subject: 'operations',
  none: 'No operations in these days',
  export: 'Export',
  exported: 'Exported',
}

export const zhCN = {
  changes: '最近变更',
  all: '全部',
  allLabel: '全部变更',
  none: '暂无变更',
  noneHint: '创建或修改组网后，每一步会记在这里',
  yesterday: '昨天',
  applied: (n: number, all: number) => `${n}/${all} 已生效`,
  reverted: '已自动恢复',
  restore: '恢复',
  restoreLabel: (n: number, what: string) => `恢复到版本 ${n}，即「${what}」之前`,
}

export const en: typeof zhCN = {
  changes: 'Recent changes',
  all: 'All',
  allLabel: 'All changes',
  none: 'No changes yet',
  noneHint: 'Every step is noted here once a network is created or changed',
  yesterday: 'Yesterday',
  applied: (n, all) => `${n} of ${all} applied`,
  reverted: 'Undid itself',
  restore: 'Restore',
  restoreLabel: (n, what) => `Restore revision ${n}, before “${what}”`,
}

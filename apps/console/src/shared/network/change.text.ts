export const zhCN = {
  none: '暂无变更',
  noneHint: '创建或修改组网后，每一步会记在这里',
  applied: (n: number, all: number) => `${n}/${all} 已生效`,
  reverted: '已自动恢复',
  restore: '恢复',
  restoreLabel: (n: number, what: string) => `恢复到版本 ${n}，即「${what}」之前`,
}

export const en: typeof zhCN = {
  none: 'No changes yet',
  noneHint: 'Every step is noted here once a network is created or changed',
  applied: (n, all) => `${n} of ${all} applied`,
  reverted: 'Undid itself',
  restore: 'Restore',
  restoreLabel: (n, what) => `Restore revision ${n}, before “${what}”`,
}

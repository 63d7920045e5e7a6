export const zhCN = {
  restoreOf: (n: number) => `恢复到版本 ${n}`,
  restoreAction: '恢复',
  restored: (n: number) => `已恢复，当前为版本 ${n}`,
  same: '与当前配置相同，无需恢复',
  diff: '将要变更的内容',
  impact: '影响',
  more: (n: number) => `等 ${n} 项`,
}

export const en: typeof zhCN = {
  restoreOf: (n) => `Restore revision ${n}`,
  restoreAction: 'Restore',
  restored: (n) => `Restored; the current revision is ${n}`,
  same: 'Nothing differs from the present configuration',
  diff: 'What will change',
  impact: 'Impact',
  more: (n) => `${n} in all`,
}

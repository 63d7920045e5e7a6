export const zhCN = {
  lastDay: '近 24 小时',
  member: (name: string) => `成员：${name}`,
  everyone: '查看全部成员',
}

export const en: typeof zhCN = {
  lastDay: 'Last 24 hours',
  member: (name) => `Member: ${name}`,
  everyone: 'Show all members',
}

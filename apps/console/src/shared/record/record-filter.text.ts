export const zhCN = {
  member: (name: string) => `成员：${name}`,
  everyone: '查看全部成员',
}

export const en: typeof zhCN = {
  member: (name) => `Member: ${name}`,
  everyone: 'Show all members',
}

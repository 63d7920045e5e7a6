export const zhCN = {
  changes: '最近变更',
  all: '全部',
  allLabel: '全部变更',
  yesterday: '昨天',
}

export const en: typeof zhCN = {
  changes: 'Recent changes',
  all: 'All',
  allLabel: 'All changes',
  yesterday: 'Yesterday',
}

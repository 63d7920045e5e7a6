export const zhCN = {
  title: '搜索或跳转',
  hint: '搜索页面、组网和成员',
  empty: '没有找到相关内容',
  searching: '正在搜索…',
  recent: '最近访问',
  pages: '页面',
  networks: '组网',
  members: '成员',
  keys: '↑↓ 选择　Enter 打开　Esc 关闭',
}
export const en: typeof zhCN = {
  title: 'Search or go to',
  hint: 'Search pages, networks and members',
  empty: 'Nothing found',
  searching: 'Searching…',
  recent: 'Recent',
  pages: 'Pages',
  networks: 'Networks',
  members: 'Members',
  keys: '↑↓ choose   Enter open   Esc close',
}

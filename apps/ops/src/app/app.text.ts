export const zhCN = {
  desk: '运营台',
  search: '搜索客户、设备、工单',
  userMenu: (name: string) => `${name} 的菜单`,
  security: '登录安全',
  brokenHint: (id: string) => `请刷新重试，若仍出现请把错误编号 ${id} 交给管理员`,
  expired: '登录已过期，请重新登录',
}
export const en: typeof zhCN = {
  desk: 'Operator desk',
  search: 'Search customers, devices, tickets',
  userMenu: (name) => `Menu of ${name}`,
  security: 'Sign-in security',
  brokenHint: (id) => `Reload and try again; if it happens again, give reference ${id} to an administrator`,
  expired: 'Your session has run out, please sign in again',
}

export const zhCN = {
  forever: '长期有效',
  daysLeft: (n: number) => `剩余 ${n} 天`,
  expired: '已过期',
}
export const en: typeof zhCN = {
  forever: 'Without end',
  daysLeft: (n) => `${n} days left`,
  expired: 'Expired',
}

export const zhCN = {
  day: (availability: string) => `24 小时可用率 ${availability}`,
  noData: '无数据',
}
export const en: typeof zhCN = {
  day: (availability) => `Availability over 24 h: ${availability}`,
  noData: 'no data',
}

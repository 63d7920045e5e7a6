export const zhCN = {
  period: '时间范围',
  lastDay: '近 24 小时',
  today: '今天',
  last: (days: number) => `近 ${days} 天`,
  chosen: '自定义',
  start: '开始日期',
  end: '结束日期',
}
export const en: typeof zhCN = {
  period: 'Period',
  lastDay: 'Last 24 hours',
  today: 'Today',
  last: (days) => `Last ${days} days`,
  chosen: 'Custom',
  start: 'From',
  end: 'To',
}

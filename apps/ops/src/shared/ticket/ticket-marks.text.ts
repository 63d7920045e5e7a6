export const zhCN = {
  overdue: '已超时',
  dueSoon: '即将超时',
  priorityOf: (name: string) => `优先级${name}`,
  late: (time: string) => `超时 ${time}`,
  left: (time: string) => `剩 ${time}`,
  tomorrow: (time: string) => `明天 ${time}`,
  deletedMark: '客户已删除',
}
export const en: typeof zhCN = {
  overdue: 'overdue',
  dueSoon: 'due soon',
  priorityOf: (name) => `${name} priority`,
  late: (time) => `${time} late`,
  left: (time) => `${time} left`,
  tomorrow: (time) => `tomorrow ${time}`,
  deletedMark: 'Deleted by customer',
}

export const zhCN = {
  overdue: '已超时',
  dueSoon: '即将超时',
  priorityOf: (name: string) => `优先级${name}`,
  deletedMark: '客户已删除',
}
export const en: typeof zhCN = {
  overdue: 'overdue',
  dueSoon: 'due soon',
  priorityOf: (name) => `${name} priority`,
  deletedMark: 'Deleted by customer',
}

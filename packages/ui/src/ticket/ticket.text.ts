export const zhCN = {
  thread: '沟通记录',
  pictures: '图片',
  picture: (name: string, n: number) => `${name}的图片 ${n}`,
  statuses: { 1: '待处理', 2: '处理中', 3: '已关闭' },
  appraised: '已评价',
}
export const en: typeof zhCN = {
  thread: 'Conversation',
  pictures: 'Pictures',
  picture: (name, n) => `Picture ${n} of ${name}`,
  statuses: { 1: 'Waiting', 2: 'In progress', 3: 'Closed' },
  appraised: 'rated',
}

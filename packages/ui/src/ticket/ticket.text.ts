export const zhCN = {
  thread: '沟通记录',
  support: '客服',
  evidence: '附上的诊断',
  pictures: '图片',
  picture: (name: string, n: number) => `${name}的图片 ${n}`,
  statuses: { 1: '待处理', 2: '处理中', 3: '已关闭' },
  appraised: '已评价',
  note: '内部备注',
  mergedFrom: (number: string) => `来自合并的工单 ${number}`,
}
export const en: typeof zhCN = {
  thread: 'Conversation',
  support: 'Support',
  evidence: 'Diagnosis',
  pictures: 'Pictures',
  picture: (name, n) => `Picture ${n} of ${name}`,
  statuses: { 1: 'Waiting', 2: 'In progress', 3: 'Closed' },
  appraised: 'rated',
  note: 'Internal note',
  mergedFrom: (number) => `from the merged ticket ${number}`,
}

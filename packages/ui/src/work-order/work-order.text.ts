import type { WorkOrderStatus } from '@weft/contract'

export const zhCN = {
  statuses: { 1: '待处理', 2: '处理中', 3: '已完成', 4: '已取消' } satisfies Record<WorkOrderStatus, string> as Record<
    WorkOrderStatus,
    string
  >,
  submitted: '已提交',
}
export const en: typeof zhCN = {
  statuses: { 1: 'Pending', 2: 'In progress', 3: 'Completed', 4: 'Cancelled' },
  submitted: 'Submitted',
}

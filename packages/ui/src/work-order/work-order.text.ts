import type { WorkOrderEntry, WorkOrderState } from '@weft/contract'

export const zhCN = {
  states: {
    pending: '待处理',
    running: '处理中',
    asked: '待补充',
    answered: '已补充',
    completed: '已完成',
    cancelled: '已取消',
    rejected: '已驳回',
  } satisfies Record<WorkOrderState, string> as Record<WorkOrderState, string>,
  submitted: '已提交',
  accepted: '受理',
  opened: '开通',
  joins: '接入组网',
  joinsHint: '自动下发，不中断业务',
  afterAnswer: '补充后继续',
  dialogue: '沟通记录',
  entries: {
    question: '要求补充',
    answer: '答复',
    resumption: '继续处理',
    rejection: '驳回',
    resubmission: '修改后重新提交',
  } satisfies Record<WorkOrderEntry['kind'], string> as Record<WorkOrderEntry['kind'], string>,
  resumed: '不再等待答复，继续处理该工单。',
}
export const en: typeof zhCN = {
  states: {
    pending: 'Pending',
    running: 'In progress',
    asked: 'Waits for an answer',
    answered: 'Answered',
    completed: 'Completed',
    cancelled: 'Cancelled',
    rejected: 'Rejected',
  },
  submitted: 'Submitted',
  accepted: 'Acceptance',
  opened: 'Opening',
  joins: 'In the network',
  joinsHint: 'By itself, without a break',
  afterAnswer: 'After the answer',
  dialogue: 'Dialogue',
  entries: { question: 'Question', answer: 'Answer', resumption: 'Resumed', rejection: 'Rejected', resubmission: 'Sent again' },
  resumed: 'The order goes on without the answer.',
}

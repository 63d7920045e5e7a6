import type { CustomerTrouble } from '@weft/contract'

type Counts = Pick<CustomerTrouble, 'down' | 'failed' | 'degraded'>

export const zhCN = {
  page: '工作台',
  troubled: (n: number) => `${n} 个客户出故障`,
  calm: '没有客户出故障',
  waiting: (n: number) => (n === 0 ? '没有待办' : `${n} 件待办`),
  overdue: (n: number) => `${n} 件已超时`,
  next: '处理下一件',
  health: '运行状况',
  trouble: '正在出故障',
  troubleNote: '影响最大的在前',
  stopped: '全部组网已停用，服务已到期',
  counts: ({ down, failed, degraded }: Counts) =>
    [down > 0 && `${down} 个成员失联`, failed > 0 && `${failed} 个成员的新配置没有生效`, degraded > 0 && `${degraded} 个成员部分链路中断`]
      .filter(Boolean)
      .join('，'),
  unreported: '客户还没有报障',
  nobody: '未分配',
  more: (n: number) => `还有 ${n} 个客户`,
  less: '收起',
  beyond: (n: number) => `另有 ${n} 个客户未列出`,
  unlisted: (n: number) => `另有 ${n} 件未列出：`,
  work: '等待处理',
  kind: '类型',
  kinds: { all: '全部', ticket: '售后工单', order: '组网工单' },
  due: '最晚回复',
  submitted: '提交于',
  item: '事项',
  customer: '客户',
  assignee: '处理人',
  orderOf: (number: string) => `组网工单 ${number}`,
  done: '都处理完了',
}
export const en: typeof zhCN = {
  page: 'Start',
  troubled: (n) => `${n} ${n === 1 ? 'customer' : 'customers'} in trouble`,
  calm: 'No customer in trouble',
  waiting: (n) => (n === 0 ? 'Nothing waits' : `${n} ${n === 1 ? 'task waits' : 'tasks wait'}`),
  overdue: (n) => `${n} overdue`,
  next: 'Next task',
  health: 'Health',
  trouble: 'In trouble now',
  troubleNote: 'What costs most comes first',
  stopped: 'All networks are stopped: a service has ended',
  counts: ({ down, failed, degraded }) =>
    [
      down > 0 && `${down} ${down === 1 ? 'member' : 'members'} lost`,
      failed > 0 && `${failed} ${failed === 1 ? 'member does' : 'members do'} not run the new configuration`,
      degraded > 0 && `${degraded} ${degraded === 1 ? 'member' : 'members'} with some links down`,
    ]
      .filter(Boolean)
      .join(', '),
  unreported: 'Not reported yet',
  nobody: 'Nobody',
  more: (n) => `${n} more ${n === 1 ? 'customer' : 'customers'}`,
  less: 'Fewer',
  beyond: (n) => `${n} more are not listed`,
  unlisted: (n) => `${n} more not listed:`,
  work: 'Waiting',
  kind: 'Kind',
  kinds: { all: 'All', ticket: 'Support tickets', order: 'Network orders' },
  due: 'Answer due',
  submitted: 'Submitted',
  item: 'Task',
  customer: 'Customer',
  assignee: 'Assignee',
  orderOf: (number) => `Network order ${number}`,
  done: 'All done',
}

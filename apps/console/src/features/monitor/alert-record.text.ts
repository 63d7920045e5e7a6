import type { AlertChannel, AlertDelivery } from '@weft/contract'

const channels: Record<AlertChannel, string> = { portal: '站内消息', email: '邮件', webhook: 'Webhook' }
const states: Record<AlertDelivery['state'], string> = { queued: '发送中', sent: '已送达', failed: '失败' }

export const zhCN = {
  subject: '告警记录',
  kept: '保留最近 30 天',
  event: '告警',
  channel: '通知方式',
  target: '发送到',
  state: '状态',
  tries: '尝试次数',
  answer: '结果',
  created: '告警时间',
  done: '完成时间',
  channels,
  states,
  linesOf: (title: string) => `${title} 的内容`,
  more: (n: number) => `另有 ${n} 条`,
  good: '恢复',
  bad: '告警',
  none: '暂无告警记录',
  noneHint: '监控的成员上下线、POP 连接异常或服务到期时，这里会显示每一次通知的结果',
}

export const en: typeof zhCN = {
  subject: 'Alert records',
  kept: 'Kept for 30 days',
  event: 'Alert',
  channel: 'Channel',
  target: 'To',
  state: 'State',
  tries: 'Tries',
  answer: 'Answer',
  created: 'Time',
  done: 'Done',
  channels: { portal: 'Messages', email: 'E-mail', webhook: 'Webhook' },
  states: { queued: 'Sending', sent: 'Sent', failed: 'Failed' },
  linesOf: (title: string) => `Lines of ${title}`,
  more: (n: number) => `${n} more`,
  good: 'Good again',
  bad: 'Alert',
  none: 'No alerts yet',
  noneHint: 'How each alert reached whom it was for is shown here',
}

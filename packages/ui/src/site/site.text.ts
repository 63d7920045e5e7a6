export const zhCN = {
  call: (phone: string) => `致电 ${phone}`,
  ticket: '提交工单',
  newTab: '（新标签页打开）',
}
export const en: typeof zhCN = {
  call: (phone) => `Call ${phone}`,
  ticket: 'Submit a ticket',
  newTab: ' (opens in a new tab)',
}

export const zhCN = {
  outbox: '待送出的回复',
  going: (name: string, seconds: number) => `${seconds} 秒后发给 ${name}`,
  sending: (name: string) => `正在发给 ${name}`,
  more: (n: number) => `另有 ${n} 封`,
  undo: '撤销',
  now: '立即发送',
  notSent: (name: string) => `没有发给 ${name}，内容保留在工单里`,
}
export const en: typeof zhCN = {
  outbox: 'Replies on their way',
  going: (name, seconds) => `To ${name} in ${seconds} s`,
  sending: (name) => `Being sent to ${name}`,
  more: (n) => `${n} more`,
  undo: 'Undo',
  now: 'Send now',
  notSent: (name) => `Not sent to ${name}; the text is kept in the ticket`,
}

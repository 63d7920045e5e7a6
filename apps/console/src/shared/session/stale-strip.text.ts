export const zhCN = {
  stale: (clock: string) => `实时连接已断开，以下是 ${clock} 的状态`,
  retrying: (seconds: number) => `，正在重连（${seconds} 秒）`,
  retryNow: '立即重连',
}

export const en: typeof zhCN = {
  stale: (clock) => `Live connection lost; this is the state at ${clock}`,
  retrying: (seconds) => `; retrying in ${seconds} s`,
  retryNow: 'Retry now',
}

const MINUTE = 60
const HOUR = 3600

export const zhCN = {
  ago: (s: number) =>
    s < 1 ? '刚刚' : s < MINUTE ? `${s} 秒前` : s < HOUR ? `${Math.floor(s / MINUTE)} 分钟前` : `${Math.floor(s / HOUR)} 小时前`,
  live: (ago: string) => `实时 · ${ago}`,
  old: (ago: string) => `可能不是最新 · ${ago}`,
  stale: (clock: string) => `实时连接已断开，以下是 ${clock} 的状态`,
  retrying: (seconds: number) => `，正在重连（${seconds} 秒）`,
  retryNow: '立即重连',
  readAt: (clock: string) => `${clock} 更新`,
  readAgain: '刷新',
}
export const en: typeof zhCN = {
  ago: (s) =>
    s < 1 ? 'just now' : s < MINUTE ? `${s} s ago` : s < HOUR ? `${Math.floor(s / MINUTE)} min ago` : `${Math.floor(s / HOUR)} h ago`,
  live: (ago) => `Live · ${ago}`,
  old: (ago) => `Maybe out of date · ${ago}`,
  stale: (clock) => `Live connection lost; this is the state at ${clock}`,
  retrying: (seconds) => `; retrying in ${seconds} s`,
  retryNow: 'Retry now',
  readAt: (clock) => `Updated ${clock}`,
  readAgain: 'Refresh',
}

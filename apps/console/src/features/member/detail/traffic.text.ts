import type { TrafficRange } from '@weft/contract'

export type Shown = 'live' | TrafficRange

export const zhCN = {
  title: '实时流量',
  fileTitle: '流量',
  interface: '接口',
  range: '时间范围',
  ranges: { live: '实时', '12h': '12 小时', '1d': '1 天', '1w': '1 周', '1m': '1 月', all: '全部' } satisfies Record<
    Shown,
    string
  > as Record<Shown, string>,
  live: '实时',
  connecting: '连接中',
  reconnecting: (seconds: number) => `重连中（${seconds} 秒）`,
  disconnected: '已断开',
  never: '尚未登录过',
  neverHint: '成员尚未登录过，登录后在这里显示实时流量',
  paused: '已暂停',
  pause: '暂停',
  resume: '继续',
  switching: '切换中',
  waiting: '正在等待数据',
  loading: '正在加载',
  noInterface: '暂无接口',
  noData: '所选时间内没有流量数据',
  noSocket: '当前浏览器不支持 WebSocket，无法显示实时流量，请更换或升级浏览器',
}
export const en: typeof zhCN = {
  title: 'Live traffic',
  fileTitle: 'Traffic',
  interface: 'Interface',
  range: 'Range',
  ranges: { live: 'Live', '12h': '12 hours', '1d': '1 day', '1w': '1 week', '1m': '1 month', all: 'All' },
  live: 'Live',
  connecting: 'Connecting',
  reconnecting: (seconds) => `Reconnecting (${seconds} s)`,
  disconnected: 'Disconnected',
  never: 'Never signed in',
  neverHint: 'The member never signed in; its traffic is shown here once it does',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  switching: 'Switching',
  waiting: 'Waiting for data',
  loading: 'Loading',
  noInterface: 'No interfaces yet',
  noData: 'No traffic in this range',
  noSocket: 'This browser has no WebSocket, so live traffic cannot be shown; please use another one or update it',
}

import type { TrafficRange } from '@weft/contract'

export const zhCN = {
  range: '时间范围',
  names: { '12h': '12 小时', '1d': '1 天', '1w': '1 周', '1m': '1 月', all: '全部' } as Record<TrafficRange, string>,
  loading: '正在加载',
  noData: '所选时间内没有流量数据',
}
export const en: typeof zhCN = {
  range: 'Range',
  names: { '12h': '12 hours', '1d': '1 day', '1w': '1 week', '1m': '1 month', all: 'All' },
  loading: 'Loading',
  noData: 'No traffic in this range',
}

export const zhCN = {
  traffic: '24 小时流量',
  ofNetwork: (name: string) => `显示哪些组网的流量：${name}`,
  allNetworks: '全部组网',
  down: '下行',
  upload: '上行',
  peak: '24 小时峰值',
  volume: '24 小时流量',
  what: '各站点上网口合计',
  summary: (down: string, upload: string, peak: string) => `24 小时流量：当前下行 ${down}，上行 ${upload}，峰值 ${peak}`,
  noSummary: '24 小时流量：暂无数据',
}

export const en: typeof zhCN = {
  traffic: 'Traffic over 24 h',
  ofNetwork: (name: string) => `Networks whose traffic is shown: ${name}`,
  allNetworks: 'All networks',
  down: 'Down',
  upload: 'Up',
  peak: 'Peak over 24 h',
  volume: 'Volume over 24 h',
  what: 'Uplinks of all sites',
  summary: (down, upload, peak) => `Traffic over 24 h: down ${down}, up ${upload}, peak ${peak}`,
  noSummary: 'Traffic over 24 h: no data yet',
}

export const zhCN = {
  logins: '登录记录',
  dials: '拨号记录',
  noLogins: '暂无登录记录',
  noLoginsText: '成员用客户端登录后，会记录登录的地址和设备',
  mode: '连接类型',
  modes: { p2p: '中心', pop: 'POP' },
  searchHint: { p2p: '搜索组网编号、中心或地址', pop: '搜索 POP 资源或地址' },
  noDials: '所选时间内没有拨号记录',
  noDialsText: '成员与中心或 POP 建立连接后，会记录每次连接',
}
export const en: typeof zhCN = {
  logins: 'Logins',
  dials: 'Connections',
  noLogins: 'No logins yet',
  noLoginsText: 'Each login with the client is recorded with its address and device',
  mode: 'Kind of connection',
  modes: { p2p: 'Hub', pop: 'POP' },
  searchHint: { p2p: 'Search by network, hub or address', pop: 'Search by POP or address' },
  noDials: 'No connections in these days',
  noDialsText: 'Each connection to a hub or POP is recorded',
}

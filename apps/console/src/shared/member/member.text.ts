export const zhCN = {
  online: '在线',
  offline: '离线',
}

export const en: typeof zhCN = {
  online: 'Online',
  offline: 'Offline',
}

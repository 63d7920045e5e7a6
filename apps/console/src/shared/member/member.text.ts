export const zhCN = {
  online: '在线',
  offline: '离线',
  newTab: '（新窗口打开）',
}

export const en: typeof zhCN = {
  online: 'Online',
  offline: 'Offline',
  newTab: ' (opens in a new tab)',
}

export const zhCN = {
  upgrade: '升级',
  noUpgrade: '暂不支持升级',
}

export const en: typeof zhCN = {
  upgrade: 'Upgrade',
  noUpgrade: 'Upgrades are not available yet',
}

export const zhCN = {
  upgrade: '升级',
  upgradeOf: (title: string) => `升级：${title}`,
}

export const en: typeof zhCN = {
  upgrade: 'Upgrade',
  upgradeOf: (title) => `Upgrade: ${title}`,
}

export const zhCN = {
  make: '生成二维码',
  intro: '扫码或打开链接就能下载这份配置，不用登录。10 分钟内有效，只能用一次',
  qr: (name: string) => `${name} 的配置二维码`,
  left: (time: string) => `${time}后失效，只能用一次`,
  over: '已失效',
  used: (system: string, time: string) => (system === '' ? `已导入，${time}` : `已导入，${system}，${time}`),
  again: '换一个',
  copy: '复制链接',
}

export const en: typeof zhCN = {
  make: 'Show QR code',
  intro: 'Whoever scans it or opens the link downloads this profile without signing in. It works once, for 10 minutes',
  qr: (name) => `QR code of the profile of ${name}`,
  left: (time) => `Ends in ${time}, works once`,
  over: 'Ended',
  used: (system, time) => (system === '' ? `Imported, ${time}` : `Imported, ${system}, ${time}`),
  again: 'Another one',
  copy: 'Copy link',
}

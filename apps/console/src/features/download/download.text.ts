import type { ClientSystem } from '@weft/contract'

const names: Record<ClientSystem, string> = { windows: 'Windows', macos: 'macOS', android: 'Android', ios: 'iOS', linux: 'Linux' }

export const zhCN = {
  title: '客户端下载',
  intro: '安装客户端并登录软件成员账号，即可接入组网',
  names,
  recommended: '推荐',
  version: '版本',
  size: '大小',
  released: '发布日期',
  download: '下载',
  downloadOf: (what: string) => `下载 ${what}`,
  toStore: '前往 App Store',
  toStoreOf: (what: string) => `前往 App Store 下载 ${what}`,
  newWindow: '（新窗口打开）',
  soon: '即将上线',
  without: '在此之前可用标准 OpenVPN 客户端接入：管理员在成员列表点击该成员的「更多」→「下载配置」，得到 .ovpn 文件后导入客户端',
  history: (n: number) => `历史版本（${n}）`,
  scan: '手机扫码下载',
  qrOf: (name: string) => `${name} 客户端下载页的二维码`,
  kinds: { graph: '图形版', cli: '命令行版' },
  kind: '版本类型',
  platform: '发行版',
}

export const en: typeof zhCN = {
  title: 'Client downloads',
  intro: 'Install the client and sign in as a software member to join your networks',
  names,
  recommended: 'Recommended',
  version: 'Version',
  size: 'Size',
  released: 'Released',
  download: 'Download',
  downloadOf: (what) => `Download ${what}`,
  toStore: 'To the App Store',
  toStoreOf: (what) => `Get ${what} in the App Store`,
  newWindow: ' (opens in a new window)',
  soon: 'Coming soon',
  without:
    'Until then a standard OpenVPN client will do: an administrator downloads the member’s configuration from its menu in the list of members, and you import the .ovpn file',
  history: (n) => `Earlier versions (${n})`,
  scan: 'Scan with your phone',
  qrOf: (name) => `QR code of the download page for ${name}`,
  kinds: { graph: 'Graphical', cli: 'Command line' },
  kind: 'Kind',
  platform: 'Distribution',
}

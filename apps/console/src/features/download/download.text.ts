import type { ClientSystem } from '@weft/contract'

const names: Record<ClientSystem, string> = { windows: 'Windows', macos: 'macOS', android: 'Android', ios: 'iOS', linux: 'Linux' }

const standardClients: Record<ClientSystem, string> = {
  windows: 'OpenVPN Connect，或 OpenVPN GUI（OpenVPN 官网）',
  macos: 'OpenVPN Connect（OpenVPN 官网），或 Tunnelblick',
  android: 'OpenVPN Connect，或 OpenVPN for Android',
  ios: 'OpenVPN Connect（部分国家和地区的 App Store 没有提供）',
  linux: '系统软件源中的 openvpn 2.5 或更高版本，用 sudo openvpn --config 文件名.ovpn 连接',
}
const standardClientsEn: Record<ClientSystem, string> = {
  windows: 'OpenVPN Connect, or OpenVPN GUI from the OpenVPN site',
  macos: 'OpenVPN Connect from the OpenVPN site, or Tunnelblick',
  android: 'OpenVPN Connect, or OpenVPN for Android',
  ios: 'OpenVPN Connect (some countries’ App Store does not have it)',
  linux: 'openvpn 2.5 or later of your distribution; connect with sudo openvpn --config file.ovpn',
}

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
  standard: '使用标准的 OpenVPN 客户端接入：',
  standardClients,
  standardSteps: (client: string) => [
    `安装客户端：${client}`,
    '取得配置：管理员在「成员列表」点击该成员的「更多」→「下载配置」，把 .ovpn 文件交给成员本人',
    '把 .ovpn 文件导入客户端',
    '连接，用成员的用户名和密码登录',
  ],
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
  standard: 'Join with a standard OpenVPN client:',
  standardClients: standardClientsEn,
  standardSteps: (client) => [
    `Install a client: ${client}`,
    'Get the profile: in “Members”, an administrator opens the member’s menu, downloads its configuration, and hands the .ovpn file to the person',
    'Import the .ovpn file into the client',
    'Connect, and sign in with the member’s username and password',
  ],
  history: (n) => `Earlier versions (${n})`,
  scan: 'Scan with your phone',
  qrOf: (name) => `QR code of the download page for ${name}`,
  kinds: { graph: 'Graphical', cli: 'Command line' },
  kind: 'Kind',
  platform: 'Distribution',
}

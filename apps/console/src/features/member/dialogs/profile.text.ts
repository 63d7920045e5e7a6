export const zhCN = {
  title: '下载配置',
  intro: '标准 OpenVPN 客户端（.ovpn）使用的配置，每个组网一份。登录时使用成员账号和密码',
  network: '组网',
  choose: '请选择组网',
  none: '该成员未加入任何组网',
  noneText: '加入组网后才能下载配置',
  download: '下载',
  done: '下载成功',
}

export const en: typeof zhCN = {
  title: 'Download profile',
  intro: 'A profile (.ovpn) for standard OpenVPN clients, one a network. Sign in with the member’s name and password.',
  network: 'Network',
  choose: 'Choose a network',
  none: 'This member is in no network',
  noneText: 'Profiles can be downloaded once it is in one',
  download: 'Download',
  done: 'Downloaded',
}

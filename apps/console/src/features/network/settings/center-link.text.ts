import { networkFields } from '@weft/contract'

export const zhCN = {
  set: '设置',
  twin: networkFields.center_link.name['zh-CN'],
  server: networkFields.center_link.parts.center_router_name.name['zh-CN'],
  serverHint: '监听连接的中心',
  access: '接入方式',
  public: '有公网 IP',
  publicText: '服务端有公网 IP，另一个中心直接连接',
  private: '无公网 IP',
  privateText: '通过网段互联，无需公网端口',
  enable: '启用',
  save: '保存',
  close: '关闭互联',
  closeTitle: '关闭双中心互联',
  closeBody: '两个中心将不再直接互通',
}
export const en: typeof zhCN = {
  set: 'Set up',
  twin: networkFields.center_link.name.en,
  server: networkFields.center_link.parts.center_router_name.name.en,
  serverHint: 'The hub that the other one dials',
  access: 'Access',
  public: 'With a public IP',
  publicText: 'The listening hub has a public IP, which the other one dials',
  private: 'Without a public IP',
  privateText: 'Connected by a segment; no public port is needed',
  enable: 'Enable',
  save: 'Save',
  close: 'Switch off',
  closeTitle: 'Switch the hub interconnect off',
  closeBody: 'The two hubs will no longer reach each other directly',
}

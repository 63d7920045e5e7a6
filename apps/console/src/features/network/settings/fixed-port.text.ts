import { networkFields } from '@weft/contract'

const ports = networkFields.router_port.parts

export const zhCN = {
  edit: '修改',
  ports: '固定端口',
  hardware: '硬件服务',
  software: '软件服务',
  publicIp: ports.public_ip.name['zh-CN'],
  publicPort: ports.public_port.name['zh-CN'],
  localPort: ports.static_port.name['zh-CN'],
  help: '三项全部留空表示使用动态端口',
  helpPoint: '三项全部留空表示使用动态端口。填写后，其他成员从该公网地址拨入此成员',
  saveAndPush: '保存',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  ports: 'Fixed ports',
  hardware: 'Hardware service',
  software: 'Software service',
  publicIp: ports.public_ip.name.en,
  publicPort: ports.public_port.name.en,
  localPort: ports.static_port.name.en,
  help: 'Leave all three empty for dynamic ports',
  helpPoint: 'Leave all three empty for dynamic ports. When filled in, the other members dial this one at that public address',
  saveAndPush: 'Save',
}

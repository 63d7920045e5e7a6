import { networkFields, routingTypeNames } from '@weft/contract'

const { parts } = networkFields.routing

export const zhCN = {
  edit: '修改',
  routing: networkFields.routing.name['zh-CN'],
  mode: parts.type.name['zh-CN'],
  dual: routingTypeNames[1]['zh-CN'],
  dualText: '两个中心同时承载流量',
  backup: routingTypeNames[2]['zh-CN'],
  backupText: '优先使用主中心，主中心故障时切换到备中心',
  main: parts.main_router.name['zh-CN'],
  secondary: parts.secondary_router.name['zh-CN'],
  saveAndPush: '保存',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  routing: networkFields.routing.name.en,
  mode: parts.type.name.en,
  dual: routingTypeNames[1].en,
  dualText: 'Both hubs carry traffic',
  backup: routingTypeNames[2].en,
  backupText: 'The main hub is preferred; when it fails the backup takes over',
  main: parts.main_router.name.en,
  secondary: parts.secondary_router.name.en,
  saveAndPush: 'Save',
}

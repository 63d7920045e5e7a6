export const zhCN = {
  edit: '修改',
  routing: '主备线路',
  mode: '线路模式',
  dual: '双主',
  dualText: '两个中心同时承载流量',
  backup: '主备',
  backupText: '优先使用主中心，主中心故障时切换到备中心',
  main: '主中心',
  secondary: '备中心',
  saveAndPush: '保存并下发',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  routing: 'Main and backup lines',
  mode: 'Line mode',
  dual: 'Dual primary',
  dualText: 'Both hubs carry traffic',
  backup: 'Main and backup',
  backupText: 'The main hub is preferred; when it fails the backup takes over',
  main: 'Main hub',
  secondary: 'Backup hub',
  saveAndPush: 'Save and push',
}

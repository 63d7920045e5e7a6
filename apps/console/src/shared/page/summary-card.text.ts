export const zhCN = {
  upgrade: '申请扩容',
  noUpgrade: '不能在控制台升级，请提交工单申请扩容',
}

export const en: typeof zhCN = {
  upgrade: 'Request more',
  noUpgrade: 'The console cannot upgrade it; ask for more in the ticket',
}

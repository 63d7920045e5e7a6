export const zhCN = {
  area: '模块',
  action: '操作',
  message: '内容',
  time: '时间',
  actor: '操作者',
  address: 'IP 地址',
  valuesOf: (what: string) => `变更前后：${what}`,
  kinds: { owner: '主账号', sub_account: '子账号', access_key: '访问密钥', operator: '运营人员', system: '系统' },
}
export const en: typeof zhCN = {
  area: 'Area',
  action: 'Operation',
  message: 'What',
  time: 'Time',
  actor: 'Who',
  address: 'IP address',
  valuesOf: (what) => `Before and after: ${what}`,
  kinds: { owner: 'Owner', sub_account: 'Sub-account', access_key: 'Access key', operator: 'Operator', system: 'System' },
}

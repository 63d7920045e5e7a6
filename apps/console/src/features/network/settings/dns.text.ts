export const zhCN = {
  edit: '修改',
  dns: 'DNS',
  dnsOf: (n: number) => `DNS ${n}`,
  add: '添加 DNS',
  removeOf: (name: string) => `删除 ${name}`,
  saveAndPush: '保存',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  dns: 'DNS',
  dnsOf: (n) => `DNS ${n}`,
  add: 'Add DNS server',
  removeOf: (name) => `Remove ${name}`,
  saveAndPush: 'Save',
}

export const zhCN = {
  edit: '修改',
  dns: 'DNS',
  dnsOf: (n: number) => `DNS ${n}`,
  add: '添加 DNS',
  removeOf: (name: string) => `删除 ${name}`,
  missing: 'DNS 不能为空',
  wrong: '请输入正确的 DNS',
  twice: 'DNS 不能重复',
  most: (n: number) => `最多支持 ${n} 个 DNS`,
  saveAndPush: '保存并下发',
}
export const en: typeof zhCN = {
  edit: 'Edit',
  dns: 'DNS',
  dnsOf: (n) => `DNS ${n}`,
  add: 'Add DNS server',
  removeOf: (name) => `Remove ${name}`,
  missing: 'Enter a DNS server or remove the row',
  wrong: 'Enter a valid DNS server',
  twice: 'DNS servers cannot repeat',
  most: (n) => `At most ${n} DNS servers are supported`,
  saveAndPush: 'Save and push',
}

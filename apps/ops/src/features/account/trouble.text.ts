export const zhCN = {
  title: '现在的问题',
  well: '运行正常',
  members: (n: number) => `${n} 个成员需要处理`,
  stopped: '全部组网已停用',
  networks: '涉及的组网',
  inNetworks: (names: readonly string[]) => names.join('、'),
  ticket: '工单',
  unreported: '客户还没有报障',
  more: (n: number) => `另有 ${n} 个成员未列出`,
}
export const en: typeof zhCN = {
  title: 'Wrong now',
  well: 'Well',
  members: (n) => `${n} ${n === 1 ? 'member needs' : 'members need'} attention`,
  stopped: 'All networks are stopped',
  networks: 'Networks concerned',
  inNetworks: (names) => names.join(', '),
  ticket: 'Ticket',
  unreported: 'Not reported yet',
  more: (n) => `${n} more are not listed`,
}

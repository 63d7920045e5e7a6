export const zhCN = {
  title: '移出成员',
  remove: '移出',
  cancel: '取消',
  which: '从哪个组网移出',
  body: (name: string, network: string) => `${name} 移出「${network}」后将与该组网断开，成员本身不会删除`,
  centerBody: (name: string, network: string) => `${name} 是「${network}」的中心，移出后经它的连接全部断开，成员本身不会删除`,
  blocked: (name: string) => `${name} 正在使用中，请先调整以下配置再移出`,
  adjust: '去调整',
  adjustOf: (what: string) => `去调整：${what}`,
  moreBranches: (n: number) => `另有 ${n} 个分支仅连接此中心`,
}

export const en: typeof zhCN = {
  title: 'Remove member',
  remove: 'Remove',
  cancel: 'Cancel',
  which: 'From which network',
  body: (name, network) => `${name} will be disconnected from ${network}; the member itself is not deleted`,
  centerBody: (name, network) => `${name} is a hub of ${network}: every connection through it ends; the member itself is not deleted`,
  blocked: (name) => `${name} is in use; change the following first`,
  adjust: 'Change',
  adjustOf: (what) => `Change: ${what}`,
  moreBranches: (n) => `${n} more branches link to this hub only`,
}

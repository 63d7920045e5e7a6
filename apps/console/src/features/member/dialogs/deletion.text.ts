export const zhCN = {
  effect: '对组网的影响',
  leaves: (network: string) => `移出「${network}」`,
  leave: (network: string, names: readonly string[], n: number) =>
    `「${network}」移出 ${n} 个成员：${names.join('、')}${n > names.length ? ' 等' : ''}`,
  othersStay: '其他成员的连接不中断',
  moreNetworks: (n: number) => `另有 ${n} 个组网`,
}

export const en: typeof zhCN = {
  effect: 'What the networks lose',
  leaves: (network) => `Leaves ${network}`,
  leave: (network, names, n) => `${network} loses ${n} members: ${names.join(', ')}${n > names.length ? ' and others' : ''}`,
  othersStay: 'The other members stay connected',
  moreNetworks: (n) => `${n} more networks`,
}

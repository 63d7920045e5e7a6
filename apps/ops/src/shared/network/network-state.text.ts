export const zhCN = {
  stopped: '不可用',
  attention: (n: number) => `${n} 个成员需要处理`,
}
export const en: typeof zhCN = {
  stopped: 'Not usable',
  attention: (n) => `${n} ${n === 1 ? 'member needs' : 'members need'} attention`,
}

export const zhCN = {
  count: (n: number) => `${n} 项结果`,
  choose: '选择',
  open: '打开',
  complete: '补全',
  back: '返回上一步',
}
export const en: typeof zhCN = {
  count: (n) => `${n} results`,
  choose: 'choose',
  open: 'open',
  complete: 'complete',
  back: 'back',
}

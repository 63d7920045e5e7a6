export const zhCN = {
  contents: '本页内容',
  toTop: '返回顶部',
  print: '打印',
  printedAt: (time: string, who: string) => `打印时间 ${time}${who ? ` · ${who}` : ''}`,
}
export const en: typeof zhCN = {
  contents: 'On this page',
  toTop: 'Back to top',
  print: 'Print',
  printedAt: (time, who) => `Printed ${time}${who ? ` · ${who}` : ''}`,
}

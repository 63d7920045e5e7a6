export const zhCN = {
  help: '帮助',
  ofPage: '与本页有关',
  close: '关闭帮助',
  contents: '全部文档',
  back: '返回文档',
  inTab: '在新标签页打开',
  gone: '这里还没有对应的帮助文档',
  goneHint: '可以搜索，或者从目录中查找',
  more: '查看帮助',
  what: (term: string) => `什么是“${term}”`,
}
export const en: typeof zhCN = {
  help: 'Help',
  ofPage: 'About this page',
  close: 'Close the help',
  contents: 'All documents',
  back: 'Back to the document',
  inTab: 'Open in a new tab',
  gone: 'There is no help for this place yet',
  goneHint: 'Search, or look through the contents',
  more: 'Open the help',
  what: (term) => `What is “${term}”?`,
}

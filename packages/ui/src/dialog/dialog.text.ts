export const zhCN = {
  cancel: '取消',
  discardTitle: '放弃未保存的修改？',
  discardBody: '离开后，已填写的内容将会丢失',
  discard: '放弃',
  stay: '继续编辑',
  typeBefore: '请输入',
  typeAfter: '以确认',
  typeLabel: (name: string) => `请输入 ${name} 以确认`,
}
export const en: typeof zhCN = {
  cancel: 'Cancel',
  discardTitle: 'Discard unsaved changes?',
  discardBody: 'What you have filled in will be lost',
  discard: 'Discard',
  stay: 'Keep editing',
  typeBefore: 'Type',
  typeAfter: 'to confirm',
  typeLabel: (name) => `Type ${name} to confirm`,
}

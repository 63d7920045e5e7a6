import { says } from '@weft/contract'

export const zhCN = {
  note: '名称',
  noNote: '未命名',
  editNote: '修改名称',
  save: '保存',
  cancel: '取消',
  saved: says.saved['zh-CN'],
}
export const en: typeof zhCN = {
  note: 'Name',
  noNote: 'Unnamed',
  editNote: 'Rename',
  save: 'Save',
  cancel: 'Cancel',
  saved: says.saved.en,
}

export const zhCN = {
  note: '备注',
  noNote: '暂无备注',
  editNote: '编辑备注',
  save: '保存',
  cancel: '取消',
  saved: '保存成功',
}
export const en: typeof zhCN = {
  note: 'Note',
  noNote: 'No note',
  editNote: 'Edit the note',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved',
}

export const zhCN = {
  delete: '删除',
  deleteOf: (name: string) => `删除 ${name}`,
  deleted: '删除成功',
}
export const en: typeof zhCN = {
  delete: 'Delete',
  deleteOf: (name) => `Delete ${name}`,
  deleted: 'Deleted',
}

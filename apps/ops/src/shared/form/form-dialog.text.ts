export const zhCN = { cancel: '取消' }
export const en: typeof zhCN = { cancel: 'Cancel' }

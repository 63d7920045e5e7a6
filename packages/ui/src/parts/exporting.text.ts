export const zhCN = {
  exported: '导出成功',
  failed: '导出失败',
  checkNetwork: '请检查网络后重试',
  preparing: '正在准备',
  received: (size: string) => `已接收 ${size}`,
  rows: (done: string, total: string) => `${done} / ${total}`,
  cancel: '取消',
  retry: '重试',
  close: '关闭',
}
export const en: typeof zhCN = {
  exported: 'Exported',
  failed: 'The export failed',
  checkNetwork: 'Check the network and try again',
  preparing: 'Preparing',
  received: (size) => `${size} received`,
  rows: (done, total) => `${done} of ${total}`,
  cancel: 'Cancel',
  retry: 'Retry',
  close: 'Close',
}

export const zhCN = {
  failed: '获取数据失败，请稍后再试',
  timedOut: '系统响应超时，请稍后再试',
  uploadFailed: '系统异常，请稍后再试',
  downloadFailed: '下载失败，请稍后再试',
  unnamed: '链接指向的内容不存在',
  expired: '登录已过期，请重新登录',
}
export const en: typeof zhCN = {
  failed: 'Could not get the data, please try again later',
  timedOut: 'The system did not answer in time, please try again later',
  uploadFailed: 'Something went wrong, please try again later',
  downloadFailed: 'The download failed, please try again later',
  unnamed: 'What this link leads to does not exist',
  expired: 'Your session has run out, please sign in again',
}

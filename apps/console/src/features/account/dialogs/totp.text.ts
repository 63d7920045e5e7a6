export const zhCN = {
  enableTitle: '开启两步验证',
  cancel: '取消',
  codesTitle: '保存恢复码',
  codesText: '两步验证已开启。手机丢失或更换时，可使用恢复码登录，每个恢复码只能使用一次。恢复码仅显示这一次，请妥善保存',
  codes: '恢复码',
  copyAll: '复制',
  download: '下载',
  kept: '我已保存恢复码',
  finish: '完成',
  fileName: (product: string, username: string) => `${product}-${username}-恢复码.txt`,
  fileHead: (product: string, username: string) => `${product} 两步验证恢复码\n账号：${username}\n每个恢复码只能使用一次，请勿泄露给他人`,
}
export const en: typeof zhCN = {
  enableTitle: 'Turn on two-step verification',
  cancel: 'Cancel',
  codesTitle: 'Save the recovery codes',
  codesText:
    'Two-step verification is on. If you lose or change the phone, sign in with a recovery code; each works once. They are shown only now, so keep them safe',
  codes: 'Recovery codes',
  copyAll: 'Copy',
  download: 'Download',
  kept: 'I have saved the recovery codes',
  finish: 'Done',
  fileName: (product, username) => `${product}-${username}-recovery-codes.txt`,
  fileHead: (product, username) =>
    `${product} recovery codes of two-step verification\nAccount: ${username}\nEach works once; show them to nobody`,
}

export const zhCN = {
  title: '下载配置',
  ask: '这是 OpenVPN Connect 等客户端的配置。链接 10 分钟内有效，只能用一次，点下面的按钮才会用掉',
  inChat: '聊天软件里不能保存文件。请点右上角「…」，选择「在浏览器打开」，再下载',
  done: '配置已下载',
  failed: '没有下载到配置',
  noToken: '链接不完整，请重新扫码，或让对方重新发送',
  timedOut: '系统响应超时。请再试一次；如果链接已经用掉，请让对方重新生成',
  steps: '安装和连接的步骤',
}

export const en: typeof zhCN = {
  title: 'Download profile',
  ask: 'A profile for OpenVPN Connect and other clients. The link works once, for 10 minutes; only the button below uses it up',
  inChat: 'A chat program saves no files. Open this page in the browser by the menu at the top right, then download',
  done: 'The profile was downloaded',
  failed: 'The profile was not downloaded',
  noToken: 'The link is incomplete. Scan it again, or ask for it again',
  timedOut: 'The system did not answer in time. Try again; if the link is used up, ask for another one',
  steps: 'How to install and connect',
}

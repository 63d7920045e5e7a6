/** Sentences used both by a schema about its input and by the server about the input's result. */
export const sharedSentences = {
  segmentNotNetwork: {
    'zh-CN': '网段错误，{segment} 不是 /{mask} 的网络地址',
    en: '{segment} is not the network address of a /{mask}',
  },
  portsTogether: { 'zh-CN': '公网 IP、公网端口、本地端口需同时填写', en: 'Public IP, public port and local port go together' },
} as const

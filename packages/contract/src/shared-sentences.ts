import type { Language } from './language.ts'

/** Sentences that a schema says about its input, and that are also said elsewhere. */
export const sharedSentences = {
  segmentNotNetwork: {
    'zh-CN': '网段错误，{segment} 不是 /{mask} 的网络地址',
    en: '{segment} is not the network address of a /{mask}',
  },
  fileEnding: { 'zh-CN': '仅支持 {endings} 格式', en: 'Only {endings} files' },
  portsTogether: { 'zh-CN': '公网 IP、公网端口、本地端口需同时填写', en: 'Public IP, public port and local port go together' },
} as const

/** Returns the sentence about a file that has none of these endings. */
export const fileEndingText = (endings: readonly string[], language: Language): string =>
  sharedSentences.fileEnding[language].replace('{endings}', endings.join(language === 'zh-CN' ? '、' : ', '))

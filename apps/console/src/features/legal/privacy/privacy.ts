import type { LegalText, Party } from '../legal-text.ts'
import { collected } from './collected.ts'
import { handling } from './handling.ts'
import { rights } from './rights.ts'

/** The day since which the policy has its present text. */
export const PRIVACY_DATE = '2021-03-23'

/** Returns the privacy policy. */
export const privacy = (party: Party): LegalText => ({
  preamble: [
    `${party.company}（以下简称“我们”）重视用户的个人信息和隐私。本政策说明我们通过${party.product}及客户端收集哪些信息、怎样使用和保护，以及您享有的权利。`,
    '本政策依据《中华人民共和国网络安全法》等法律法规制定。请在使用本服务前仔细阅读；使用本服务，即表示您同意我们按照本政策处理您的个人信息。',
  ],
  sections: [...collected, ...handling(party), ...rights(party)],
})

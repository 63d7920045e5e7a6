import type { LegalText, Party } from '../legal-text.ts'
import { agreement } from './agreement.ts'
import { commitment } from './commitment.ts'
import { conduct } from './conduct.ts'
import { ending } from './ending.ts'
import { service } from './service.ts'

/** Returns the terms of service with the commitment on network and information security. */
export const clause = (party: Party): LegalText => ({
  preamble: [
    `欢迎使用${party.product}。请在注册和使用前仔细阅读本协议，特别是关于费用与支付、账户余额、服务可用性、责任限制、合同解除和争议解决的条款。`,
  ],
  sections: [...agreement(party), ...service(party), ...conduct(party), ...ending(party), commitment(party)],
})

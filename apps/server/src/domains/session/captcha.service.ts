import { CAPTCHA_SECONDS } from '@weft/contract'
import { drawCaptcha } from '../../adapters/captcha/captcha.ts'
import type { Db } from '../../db/client.ts'
import { after, type Clock } from '../../kernel/clock.ts'
import { token } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import * as queries from './captcha.queries.ts'

export type CaptchaService = ReturnType<typeof createCaptchaService>

/** Pictures that a person reads, each good once. */
export function createCaptchaService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async draw(): Promise<{ content: string; uniqid: string }> {
      const { code, content } = await drawCaptcha()
      const uniqid = token()
      await queries.insertCaptcha(db.systemNow, { uniqid, code, expire_time: after(clock.now(), CAPTCHA_SECONDS) })
      return { content, uniqid }
    },
    /** Uses the picture up, right or wrong. @throws captchaWrong */
    async take(uniqid: string, typed: string): Promise<void> {
      const shown = await queries.takeCaptcha(db.systemNow, uniqid, clock.now())
      if (shown === undefined || shown.toLowerCase() !== typed.toLowerCase()) throw new Refusal('captchaWrong')
    },
    /** What a picture shows, for development and tests. */
    read: (uniqid: string): Promise<string | undefined> => queries.readCaptcha(db.systemNow, uniqid),
  }
}

import { createHash } from 'node:crypto'
import { CAPTCHA_SECONDS, type Proof, puzzle, solves, WORK_WITHOUT_PICTURE } from '@weft/contract'
import { drawCaptcha } from '../../../adapters/captcha/captcha.ts'
import type { Db } from '../../../db/client.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import * as queries from './captcha.queries.ts'
import {
  COUNTED_SECONDS,
  FREE_PICTURES,
  FREE_TRIES,
  WITHOUT_PICTURE,
  WITHOUT_PICTURE_SECONDS,
  workAfter,
  workToAsk,
} from './captcha.rules.ts'
import { addressPrefix, nameKey } from './session.rules.ts'

export type CaptchaService = ReturnType<typeof createCaptchaService>

/** What a visitor answers to a picture. */
export interface CaptchaAnswer {
  uniqid: string
  /** What they read; undefined where they cannot see it. */
  code?: string | undefined
  proof?: Proof | undefined
}

export interface CaptchaDependencies {
  db: Db
  keys: Keys
  clock: Clock
  /** Hashes that a picture costs which nobody reads. */
  work_without_picture?: number
}

/** Pictures that a person reads, each good once; a proof of work beside them grows with the number of tries. */
export function createCaptchaService({ db, keys, clock, work_without_picture = WORK_WITHOUT_PICTURE }: CaptchaDependencies) {
  const count = (what: string, whose: string, seconds: number) =>
    queries.countOne(db.systemNow, keys.digest(`captcha ${what}`, whose), seconds, clock.now())

  /** @throws tooManyTries for a network that answered a number of pictures without seeing them */
  async function countWithoutPicture(address: string): Promise<void> {
    const { counted, end_time } = await count('without picture', addressPrefix(address), WITHOUT_PICTURE_SECONDS)
    if (counted <= WITHOUT_PICTURE) return
    const seconds = Math.max(1, end_time - unix(clock.now()))
    throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
  }

  return {
    /** Draws a picture. Its work is decided here: of many at once, each knows how many there were before. */
    async draw(address: string): Promise<{ content: string; uniqid: string; work: number }> {
      const [{ code, content }, { counted }] = await Promise.all([
        drawCaptcha(),
        count('pictures', addressPrefix(address), COUNTED_SECONDS),
      ])
      const [uniqid, work] = [token(), workAfter(counted, FREE_PICTURES)]
      await queries.insertCaptcha(db.systemNow, { uniqid, code, work, expire_time: after(clock.now(), CAPTCHA_SECONDS) })
      return { content, uniqid, work }
    },

    /**
     * Uses the picture up, right or wrong, once its work is done.
     * @param target whom it is about, from wherever it is tried: a name, a phone or an e-mail
     * @throws captchaWrong; workNeeded, which says how much and leaves the picture as it is; tooManyTries
     */
    async take({ uniqid, code, proof }: CaptchaAnswer, target: string, address: string): Promise<void> {
      const [ofPicture, { counted }] = await Promise.all([
        queries.findWork(db.systemNow, uniqid, clock.now()),
        count('tries', nameKey(target), COUNTED_SECONDS),
      ])
      if (ofPicture === undefined) throw new Refusal('captchaWrong')
      const work = Math.max(ofPicture, workAfter(counted, FREE_TRIES)) + (code === undefined ? work_without_picture : 0)
      if (work > 0 && !isProved(uniqid, proof, work)) throw new Refusal('workNeeded', undefined, { work: workToAsk(work) })
      if (code === undefined) await countWithoutPicture(address)
      const shown = await queries.takeCaptcha(db.systemNow, uniqid, clock.now())
      if (shown === undefined || (code !== undefined && shown.toLowerCase() !== code.toLowerCase())) throw new Refusal('captchaWrong')
    },

    /** What a picture shows, for development and tests. */
    read: (uniqid: string): Promise<string | undefined> => queries.readCaptcha(db.systemNow, uniqid),
  }
}

const isProved = (uniqid: string, proof: Proof | undefined, work: number): boolean =>
  proof !== undefined && proof.every((found, part) => solves(createHash('sha256').update(puzzle(uniqid, part).at(found)).digest(), work))

import { createHash } from 'node:crypto'
import { CAPTCHA_SECONDS, type Proof, puzzle, solves, WORK_WITHOUT_PICTURE } from '@weft/contract'
import { drawCaptcha } from '../../../adapters/captcha/captcha.ts'
import type { Db, SystemDb } from '../../../db/client.ts'
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

/** A visitor's answer to a picture. */
export interface CaptchaAnswer {
  uniqid: string
  /** The code that they read; undefined where they cannot see the picture. */
  code?: string | undefined
  proof?: Proof | undefined
}

export interface CaptchaDependencies {
  db: Db
  keys: Keys
  clock: Clock
  /** Hashes that an answer without the code costs. */
  work_without_picture?: number
}

/** Creates the service of pictures that a person reads, each valid once; the proof of work for them grows with the number of tries. */
export function createCaptchaService({ db, keys, clock, work_without_picture = WORK_WITHOUT_PICTURE }: CaptchaDependencies) {
  const count = (system: SystemDb, what: string, whose: string, seconds: number) =>
    queries.countOne(system, keys.digest(`captcha ${what}`, whose), seconds, clock.now())

  /** Counts an answer without the code. @throws tooManyTries for a network that sent too many of them */
  async function countWithoutPicture(system: SystemDb, address: string): Promise<void> {
    const { counted, end_time } = await count(system, 'without picture', addressPrefix(address), WITHOUT_PICTURE_SECONDS)
    if (counted <= WITHOUT_PICTURE) return
    const seconds = Math.max(1, end_time - unix(clock.now()))
    throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
  }

  return {
    /** Draws a picture and decides its work here: of many at once, each is drawn with the number of those before it. */
    async draw(address: string): Promise<{ content: string; uniqid: string; work: number }> {
      const [{ code, content }, { counted }] = await Promise.all([
        drawCaptcha(),
        count(db.systemNow, 'pictures', addressPrefix(address), COUNTED_SECONDS),
      ])
      const [uniqid, work] = [token(), workAfter(counted, FREE_PICTURES)]
      await queries.insertCaptcha(db.systemNow, { uniqid, code, work, expire_time: after(clock.now(), CAPTCHA_SECONDS) })
      return { content, uniqid, work }
    },

    /**
     * Checks the answer to a picture. Uses the picture up, right or wrong, once its work is done. Only then is the try counted for its
     * target: whoever draws no picture must not make somebody else's next try cost work.
     * @param target the name, phone or e-mail that is tried, counted over all addresses
     * @throws captchaWrong; workNeeded, which says how much and leaves the picture as it is; tooManyTries
     */
    async take({ uniqid, code, proof }: CaptchaAnswer, target: string, address: string): Promise<void> {
      // A refusal rolls the counts back. The count of the target is locked until then, so that parallel tries cannot share one price.
      const shown = await db.system(async (system) => {
        const ofPicture = await queries.lockWork(system, uniqid, clock.now())
        if (ofPicture === undefined) throw new Refusal('captchaWrong')
        const { counted } = await count(system, 'tries', nameKey(target), COUNTED_SECONDS)
        const work = Math.max(ofPicture, workAfter(counted, FREE_TRIES)) + (code === undefined ? work_without_picture : 0)
        if (work > 0 && !isProved(uniqid, proof, work)) throw new Refusal('workNeeded', undefined, { work: workToAsk(work) })
        if (code === undefined) await countWithoutPicture(system, address)
        return queries.takeCaptcha(system, uniqid, clock.now())
      })
      if (shown === undefined || (code !== undefined && shown.toLowerCase() !== code.toLowerCase())) throw new Refusal('captchaWrong')
    },

    /** Returns what a picture shows, for development and tests. */
    read: (uniqid: string): Promise<string | undefined> => queries.readCaptcha(db.systemNow, uniqid),
  }
}

const isProved = (uniqid: string, proof: Proof | undefined, work: number): boolean =>
  proof !== undefined && proof.every((found, part) => solves(createHash('sha256').update(puzzle(uniqid, part).at(found)).digest(), work))

import { timingSafeEqual } from 'node:crypto'
import { type Clock, unix } from './clock.ts'
import type { Keys } from './secrets.ts'

/** Where pictures are served that not everybody may see. */
export const PICTURES_BASE = '/download/pictures'

/** A link holds until the end of the next of these, in seconds. Within one it stays the same, so that a browser may keep what it leads to. */
const SPAN_SECONDS = 3600

export interface PictureLinks {
  /** The address of a stored picture for whoever was shown it, good for one to two hours. */
  to(file_id: string): string
  /** Whether an address was given out, and still holds. */
  holds(file_id: string, until: string, signature: string): boolean
}

export function createPictureLinks({ keys, clock }: { keys: Pick<Keys, 'digest'>; clock: Clock }): PictureLinks {
  const signed = (file_id: string, until: number) => keys.digest('picture', `${file_id} ${until}`)
  return {
    to(file_id) {
      const until = (Math.floor(unix(clock.now()) / SPAN_SECONDS) + 2) * SPAN_SECONDS
      return `${PICTURES_BASE}/${file_id}/${until}/${signed(file_id, until).toString('base64url')}`
    },
    holds(file_id, until, signature) {
      if (!/^\d{1,12}$/.test(until) || Number(until) <= unix(clock.now())) return false
      const [given, right] = [Buffer.from(signature, 'base64url'), signed(file_id, Number(until))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

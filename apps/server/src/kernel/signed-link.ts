import { timingSafeEqual } from 'node:crypto'
import { type Clock, unix } from './clock.ts'
import type { Keys } from './secrets.ts'

/** The path of pictures that not everybody may see. */
export const PICTURES_BASE = '/download/pictures'

/** Seconds of a span. A link is valid until the end of the next span. Within a span it is the same, so that browsers cache the picture. */
const SPAN_SECONDS = 3600

export interface PictureLinks {
  /** Returns the address of a stored picture for a person who may see it, valid for one to two hours. */
  to(file_id: string): string
  /** Returns whether an address was made by `to` and is still valid. */
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

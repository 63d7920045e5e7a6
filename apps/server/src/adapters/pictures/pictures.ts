import { Refusal } from '../../kernel/refusal.ts'
import { createTurns } from '../../kernel/turns.ts'
import { loadSharp } from './sharp.ts'

/** Pixels of a picture at most, all frames together (docs/design/security.md §4). */
const MOST_PIXELS = 25_000_000
/** Seconds that a picture may take to be drawn anew. */
const SECONDS = 10
/** Pictures drawn at once, of all accounts and of one: who sends many waits for their own. */
const AT_ONCE = 2
const OF_ONE_ACCOUNT = 1

/** What a picture is by its own bytes, whatever it is called; undefined for anything that is not shown. */
export function pictureType(bytes: Buffer): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | undefined {
  const text = bytes.subarray(0, 12).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  return undefined
}

export interface Picture {
  media_type: string
  bytes: Buffer
}
export interface PictureReader {
  /**
   * Draws a picture anew from what it shows, so that nothing else of the file is left: no trailing bytes, comments, places or profiles.
   * @param key whose it is: one of theirs is drawn at a time
   * @throws pictureFormat for all but PNG, GIF and JPEG, pictureTooLarge, pictureUnreadable
   */
  redraw(key: number, bytes: Buffer): Promise<Picture>
}

export function createPictureReader(): PictureReader {
  const [everybody, theirs] = [createTurns(AT_ONCE), createTurns(OF_ONE_ACCOUNT)]
  return { redraw: (key, bytes) => theirs(key, () => everybody(0, () => redraw(bytes))) }
}

async function redraw(bytes: Buffer): Promise<Picture> {
  const media_type = pictureType(bytes)
  if (media_type === undefined || media_type === 'image/webp') throw new Refusal('pictureFormat')
  const [sharp, animated] = [await loadSharp(), media_type === 'image/gif']
  try {
    // The size stands in the file's head: what is too large is never drawn.
    const { width, height } = await sharp(bytes, { animated, limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS) throw new Refusal('pictureTooLarge', { megapixels: MOST_PIXELS / 1_000_000 })
    const drawn = sharp(bytes, { animated, limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient().timeout({ seconds: SECONDS })
    switch (media_type) {
      case 'image/png':
        return { media_type, bytes: await drawn.png().toBuffer() }
      case 'image/jpeg':
        return { media_type, bytes: await drawn.jpeg({ quality: 85 }).toBuffer() }
      case 'image/gif':
        return { media_type, bytes: await drawn.gif().toBuffer() }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('pictureUnreadable')
  }
}

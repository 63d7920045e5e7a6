import { Refusal } from '../../kernel/refusal.ts'
import { createTurns } from '../../kernel/turns.ts'
import { loadSharp } from './sharp.ts'

/** Most pixels of a picture, all frames together (docs/design/security.md §4). */
const MOST_PIXELS = 25_000_000
/** Most seconds that redrawing a picture may take. */
const SECONDS = 10
/** Pictures redrawn at once, of all accounts and of one account: an account that sends many waits for its own. */
const AT_ONCE = 2
const OF_ONE_ACCOUNT = 1

/** Returns the type of a picture by its bytes, whatever its name; undefined for a type that is not shown. */
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
   * Redraws a picture from its pixels, so that nothing else of the file remains: no trailing bytes, comments, locations or profiles.
   * @param key the sender, an account or the operators: one picture of a sender is redrawn at a time
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
    // The size is in the file's header: a picture that is too large is never decoded.
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

import { randomBytes, randomInt } from 'node:crypto'
import { loadSharp } from '../pictures/sharp.ts'
import { CHARACTERS, draw, HEIGHT, LENGTH, WIDTH } from './drawing.ts'
import { randomFrom } from './random.ts'

/** Draws four random characters as a picture (data: URI of a WebP, about 4 kB), legible on light and dark pages. */
export async function drawCaptcha(): Promise<{ code: string; content: string }> {
  const code = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  const seeds = randomBytes(16)
  const pixels = draw(code, randomFrom(new Uint32Array(seeds.buffer, seeds.byteOffset, 4)))
  const sharp = await loadSharp()
  const picture = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp({ quality: 60, effort: 2 })
    .toBuffer()
  return { code, content: `data:image/webp;base64,${picture.toString('base64')}` }
}

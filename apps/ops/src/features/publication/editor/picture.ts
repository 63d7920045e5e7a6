/** The greatest width of a picture in pixels. */
const WIDTH = 960
/** The most characters of a picture embedded in a text, of at most 200,000 in all. */
const MOST = 90_000
const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The reason why a picture cannot be inserted into a text. */
export class PictureProblem extends Error {
  readonly why: 'wrong' | 'large'
  constructor(why: 'wrong' | 'large') {
    super(why)
    this.why = why
  }
}

/**
 * Returns a picture as a data URL small enough for a text: unchanged, or redrawn in a smaller size.
 * @throws PictureProblem
 */
export async function pictureAddress(file: Blob): Promise<string> {
  if (!TYPES.has(file.type)) throw new PictureProblem('wrong')
  if (file.size * (4 / 3) < MOST) return addressOf(file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureProblem('wrong')
  })
  for (let width = Math.min(WIDTH, bitmap.width); width >= WIDTH / 4; width *= 0.75) {
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width)
    canvas.height = Math.round((bitmap.height * width) / bitmap.width)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const address = canvas.toDataURL('image/webp', 0.8)
    if (address.length <= MOST) return address
  }
  throw new PictureProblem('large')
}

const addressOf = (file: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(reader.result as string))
    reader.addEventListener('error', () => fail(new PictureProblem('wrong')))
    reader.readAsDataURL(file)
  })

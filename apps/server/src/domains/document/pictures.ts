import { FILE_NAME } from '../../kernel/file-address.ts'
import { sha256 } from '../../adapters/files/files.ts'

/** The largest picture of an article, in bytes. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** What a picture is by its own bytes, whatever it is called; undefined for anything that is not shown. */
export function pictureType(bytes: Buffer): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | undefined {
  const text = bytes.subarray(0, 12).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  return undefined
}

/** The name that a picture is served under: its own, where an address can carry it. */
export function pictureName(file_name: string, media_type: string, bytes: Buffer): string {
  const ending = media_type.slice('image/'.length)
  const fits =
    FILE_NAME.test(file_name) &&
    file_name
      .toLowerCase()
      .replace(/\.jpg$/, '.jpeg')
      .endsWith(`.${ending}`)
  return fits ? file_name : `${sha256(bytes).slice(0, 16)}.${ending}`
}

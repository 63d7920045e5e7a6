import { FILE_NAME } from '../../../kernel/file-address.ts'
import { sha256 } from '../../../adapters/files/files.ts'

/** The largest picture of an article, in bytes. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** Returns the name that a picture is served under: its own if an address can carry it. */
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

import { XLSX } from '@weft/contract'

/** The file is no longer what was chosen: changed on disk, moved, or never one that can be read. */
export class SheetChanged extends Error {
  override name = 'SheetChanged'
}

/**
 * Reads a chosen list as it is on disk now. What is sent is this copy: a file that changes while it travels ends the upload as if
 * the network were gone.
 * @param known its bytes when they were last read
 * @throws SheetChanged
 */
export async function readSheet(file: File, known?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new SheetChanged('cannot be read as chosen', { cause })
  }
  if (known && !sameBytes(bytes, known)) throw new SheetChanged('holds something else than before')
  return bytes
}

const sameBytes = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, at) => byte === other[at])

/** What is sent: office programs give the format many names of their own. */
export const sheetOf = (name: string, bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], name, { type: XLSX })

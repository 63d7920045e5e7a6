import { XLSX } from '@weft/contract'

/** Thrown if a chosen file was changed on disk or moved, or cannot be read. */
export class SheetChanged extends Error {
  override name = 'SheetChanged'
}

/**
 * Reads a chosen list as it is on disk now. This copy is what is sent: a file that changes during the upload would end it like a
 * network failure.
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

/** Returns the file to send. Its type is fixed, because office programs use many names for the format. */
export const sheetOf = (name: string, bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], name, { type: XLSX })

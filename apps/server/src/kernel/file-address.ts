import { UUID } from '@weft/contract'

/** The path under which stored files are served; `/download` alone is a page of the console. */
export const FILES_BASE = '/download/files'

/** A name that a file may be served under. */
export const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const ID = UUID.source.slice(1, -1)
/** Matches the whole address of a stored file. */
export const OWN_FILE = new RegExp(`^${FILES_BASE}/(${ID})/([A-Za-z0-9][A-Za-z0-9._-]{0,99})$`)

/** Returns the address of a stored file on this server. */
export const fileAddress = (file_id: string, file_name: string): string => `${FILES_BASE}/${file_id}/${file_name}`

/** Returns the stored files that a text shows or links to, each once. */
export function filesIn(html: string): { file_id: string; file_name: string }[] {
  const found = html.matchAll(new RegExp(`${FILES_BASE}/(${ID})/([A-Za-z0-9][A-Za-z0-9._-]{0,99})(?=["'])`, 'g'))
  return [...new Map([...found].map(([address, file_id, file_name]) => [address, { file_id: file_id!, file_name: file_name! }])).values()]
}

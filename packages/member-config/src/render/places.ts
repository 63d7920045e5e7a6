import { type RenderedFile, ROOT } from './names.ts'

/** The folders in which a device keeps its files, and the sockets of running programs. */
export interface Places {
  root: string
  run: string
}
const RUN = '/run/weft'
export const PLACES: Places = { root: ROOT, run: RUN }

/** Returns the same file for a device with other folders. No text of a document looks like either default folder. */
export const movedTo = ({ root, run }: Places, { path, content }: RenderedFile): RenderedFile => ({
  path: path.replace(ROOT, root),
  content: content.replaceAll(ROOT, root).replaceAll(RUN, run),
})

import { type RenderedFile, ROOT } from './names.ts'

/** Where a device keeps the files, and the sockets of what runs. */
export interface Places {
  root: string
  run: string
}
const RUN = '/run/weft'
export const PLACES: Places = { root: ROOT, run: RUN }

/** The same file for a device that keeps it elsewhere. Nothing that a document says looks like either folder. */
export const movedTo = ({ root, run }: Places, { path, content }: RenderedFile): RenderedFile => ({
  path: path.replace(ROOT, root),
  content: content.replaceAll(ROOT, root).replaceAll(RUN, run),
})

import { storeFile } from '../../../adapters/files/files.ts'
import { sha256 } from '../../../adapters/files/files.ts'
import type { Db, SystemDb } from '../../../db/client.ts'
import { fileAddress, filesIn } from '../../../kernel/file-address.ts'
import { auditSystem, OPERATOR_CHAIN } from '../../foundation/audit/audit.service.ts'
import { ArticleError } from './article-error.ts'
import * as authoring from './authoring.queries.ts'
import { textOf } from './authoring.service.ts'
import { documentsImported } from './document.audit.ts'
import type { Folder, Planned } from './folder.ts'
import * as queries from './import.queries.ts'

export { ArticleError } from './article-error.ts'

/** Loads the reader of Markdown only here: a server that has its help never needs it. */
const folderOf = async (dir: string): Promise<Folder> => (await import('./folder.ts')).readFolder(dir)

export interface Imported {
  added: number
  changed: number
  removed: number
}

/**
 * Makes the help equal to a folder: adds what is new, changes what differs and removes what the folder no longer has. Documents
 * that operators wrote, and those from another folder, stay. All of it or nothing.
 * @throws ArticleError
 */
export async function importDocuments(db: Db, dir: string): Promise<Imported> {
  const folder = await folderOf(dir)
  return db.system(async (system) => {
    await authoring.holdTree(system)
    return write(system, folder)
  })
}

/** Imports a folder if the installation has no document yet, else returns undefined. Of instances that start at once one imports. */
export async function importFirst(db: Db, dir: string): Promise<Imported | undefined> {
  if (await queries.hasDocuments(db.systemNow)) return undefined
  const folder = await folderOf(dir)
  return db.system(async (system) => {
    await authoring.holdTree(system)
    return (await queries.hasDocuments(system)) ? undefined : write(system, folder)
  })
}

async function write(db: SystemDb, folder: Folder): Promise<Imported> {
  const there = new Map((await queries.listImported(db, folder.root)).map((row) => [row.source, row]))
  const done: Imported = { added: 0, changed: 0, removed: 0 }
  const ids = new Map<string, number>()
  const added = new Set<string>()
  for (const { source, title, parent } of folder.documents) {
    const row = there.get(source)
    if (!row) added.add(source)
    const empty = { title, content: '', plain: '' }
    ids.set(
      source,
      row?.id ?? (await authoring.insertDocument(db, { ...empty, source, parent_id: parent === null ? null : ids.get(parent)! })),
    )
  }
  const pictures = await storePictures(db, folder)
  for (const planned of folder.documents) {
    const id = ids.get(planned.source)!
    const text = textOf(planned.title, htmlOf(planned, folder, pictures, ids))
    const row = there.get(planned.source)
    const parent_id = planned.parent === null ? null : ids.get(planned.parent)!
    const said = row?.title === text.title && row.content === text.content
    const placed = row?.parent_id === parent_id && row.position === planned.position
    if (said && placed) continue
    if (!said) {
      await authoring.writeDocument(db, id, text)
      await authoring.writeFiles(db, id, filesIn(text.content))
    }
    if (!placed) await queries.writeImportedPlace(db, id, parent_id, planned.position)
    if (!added.has(planned.source)) done.changed += 1
  }
  done.added = added.size
  done.removed = await queries.deleteImported(db, folder.root, [...ids.keys()])
  if (done.added + done.changed + done.removed > 0) await auditSystem(db, OPERATOR_CHAIN, documentsImported(folder.root, { ...done }))
  return done
}

/** Returns the address of each picture; one that an import stored before is used again. */
async function storePictures(db: SystemDb, { pictures }: Folder): Promise<Map<string, string>> {
  const hashes = new Map([...pictures].map(([path, { bytes }]) => [path, sha256(bytes)]))
  const stored = new Map(
    (await queries.listPictures(db, [...new Set(hashes.values())])).map(({ sha256: hash, file_id }) => [hash, file_id]),
  )
  const addresses = new Map<string, string>()
  for (const [path, picture] of pictures) {
    const hash = hashes.get(path)!
    const file_id = stored.get(hash) ?? (await storeFile(db, picture))
    stored.set(hash, file_id)
    addresses.set(path, fileAddress(file_id, picture.file_name))
  }
  return addresses
}

function htmlOf({ article }: Planned, folder: Folder, pictures: Map<string, string>, ids: Map<string, number>): string {
  if (!article) return ''
  return article.html({
    picture: (path) => pictures.get(path)!,
    document(path) {
      const source = folder.sourceOf.get(path)
      const line = article.links.find((link) => link.path === path)?.line
      if (source === undefined) throw new ArticleError(article.file, line, `it links to ${path}, which is no article of the folder`)
      return `/handbook?id=${ids.get(source)!}`
    },
  })
}

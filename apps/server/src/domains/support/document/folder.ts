import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join, posix, relative, sep } from 'node:path'
import { TITLE_MAX } from '@weft/contract'
import { type Article, readArticle } from './article.ts'
import { ArticleError } from './article-error.ts'
import { pictureType } from '../../../adapters/pictures/pictures.ts'
import { PICTURE_MAX_BYTES, pictureName } from './pictures.ts'

/** A picture of an article, with the type that its bytes have. */
export interface Picture {
  file_name: string
  media_type: string
  bytes: Buffer
}

/** A document to write, in the order of reading; a folder comes before its contents. */
export interface Planned {
  /** Path with the folder's own name in front: a later import finds the document by it. */
  source: string
  /** The source of the group that the document belongs to; null at the top. */
  parent: string | null
  /** Position among its siblings, from 0. */
  position: number
  title: string
  /** The text; undefined for a group without one. */
  article: Article | undefined
}
export interface Folder {
  /** Every source of this folder begins with it. */
  root: string
  documents: Planned[]
  /** By the paths in an article's `pictures`. */
  pictures: Map<string, Picture>
  /** Sources of documents, by path within the folder. */
  sourceOf: Map<string, string>
}

const INDEX = 'index.md'
const isArticle = (name: string) => name.endsWith('.md')

/**
 * Reads a folder of articles: folders are groups, ordered by file name; `index.md` is the folder's own text, every other `.md`
 * is a document below it. Writes nothing.
 * @throws ArticleError, which names the file and the line
 */
export async function readFolder(dir: string): Promise<Folder> {
  const home = await realpath(dir).catch(() => {
    throw new ArticleError(dir, undefined, 'there is no such folder')
  })
  const folder: Folder = { root: `${basename(home)}/`, documents: [], pictures: new Map(), sourceOf: new Map() }
  await readGroup(folder, home, '', null)
  if (folder.documents.length === 0) throw new ArticleError(dir, undefined, 'there are no articles in it')
  for (const { article } of folder.documents) if (article) await readPictures(folder, home, article)
  return folder
}

async function readGroup(folder: Folder, home: string, path: string, parent: string | null): Promise<void> {
  let position = 0
  for (const name of await namesIn(home, path)) {
    const child = posix.join(path, name)
    const isFolder = (await lstat(join(home, child))).isDirectory()
    if (isFolder ? !(await holdsArticles(home, child)) : !isArticle(name) || (name === INDEX && path !== '')) continue
    const source = folder.root + child + (isFolder ? '/' : '')
    const file = isFolder ? posix.join(child, INDEX) : child
    const article = isFolder && !(await namesIn(home, child)).includes(INDEX) ? undefined : readArticle(file, await textOf(home, file))
    const title = article?.title ?? name.replace(/^\d+[-_. ]*/, '').slice(0, TITLE_MAX)
    folder.documents.push({ source, parent, position: position++, title, article })
    folder.sourceOf.set(child, source).set(file, source)
    if (isFolder) await readGroup(folder, home, child, source)
  }
}

/** Returns the names in a folder in their order, without hidden ones. @throws ArticleError at a link: it may lead out of the folder */
async function namesIn(home: string, path: string): Promise<string[]> {
  const entries = await readdir(join(home, path), { withFileTypes: true })
  const linked = entries.find((entry) => entry.isSymbolicLink())
  if (linked) throw new ArticleError(posix.join(path, linked.name), undefined, 'is a symbolic link, and links are not followed')
  return entries
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.'))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

async function holdsArticles(home: string, path: string): Promise<boolean> {
  for (const name of await namesIn(home, path)) {
    const child = posix.join(path, name)
    if (isArticle(name) || ((await lstat(join(home, child))).isDirectory() && (await holdsArticles(home, child)))) return true
  }
  return false
}

const decoder = new TextDecoder('utf-8', { fatal: true })
async function textOf(home: string, file: string): Promise<string> {
  try {
    return decoder.decode(await readFile(join(home, file)))
  } catch (error) {
    throw new ArticleError(file, undefined, error instanceof TypeError ? 'is not UTF-8 text' : 'cannot be read')
  }
}

async function readPictures(folder: Folder, home: string, { file, pictures }: Article): Promise<void> {
  for (const { path, line } of pictures) {
    if (folder.pictures.has(path)) continue
    const fail = (what: string) => new ArticleError(file, line, `the picture ${path} ${what}`)
    const at = await realpath(join(home, path)).catch(() => {
      throw fail('is not there')
    })
    if (relative(home, at).split(sep).join('/') !== path) throw fail('is a link, and links are not followed')
    const facts = await lstat(at)
    if (!facts.isFile()) throw fail('is not a file')
    if (facts.size > PICTURE_MAX_BYTES) throw fail(`is larger than ${PICTURE_MAX_BYTES / 1024 / 1024} MB`)
    const bytes = await readFile(at)
    const media_type = pictureType(bytes)
    if (!media_type) throw fail('is not a PNG, JPEG, GIF or WebP')
    folder.pictures.set(path, { file_name: pictureName(basename(path), media_type, bytes), media_type, bytes })
  }
}

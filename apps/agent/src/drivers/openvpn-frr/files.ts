import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RenderedFile } from '@weft/member-config'

/** Contents of files, by path. */
export type Tree = ReadonlyMap<string, string>

export const treeOf = (files: readonly RenderedFile[]): Tree => new Map(files.map(({ path, content }) => [path, content]))

/** Returns all files below a folder; none if it does not exist. */
export async function readTree(folder: string): Promise<Tree> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/**
 * Replaces the files of one tree by those of another. Each is replaced as a whole, and all are written before the first counts: a full disk
 * changes nothing. A file with the same content stays untouched, and so does its time.
 */
export async function writeTree(before: Tree, after: Tree): Promise<void> {
  const changed = [...after].filter(([path, content]) => before.get(path) !== content)
  try {
    for (const [path, content] of changed) await writeAside(path, content, 0o600)
  } catch (error) {
    for (const [path] of changed) await rm(asideOf(path), { force: true })
    throw error
  }
  for (const [path] of changed) await rename(asideOf(path), path)
  for (const path of before.keys()) if (!after.has(path)) await rm(path, { force: true })
}

/** Writes one file, as a whole or not at all. A file with this content already stays untouched. */
export async function writeWhole(path: string, content: string, mode = 0o600): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return
  try {
    await writeAside(path, content, mode)
    await rename(asideOf(path), path)
  } catch (error) {
    await rm(asideOf(path), { force: true })
    throw error
  }
}

/** Returns a file's temporary path. No member's name has a tilde, so no service takes the file for a member's. */
const asideOf = (path: string) => join(dirname(path), `.new~${basename(path)}`)

async function writeAside(path: string, content: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(asideOf(path), content, { mode })
  await chmod(asideOf(path), mode)
}

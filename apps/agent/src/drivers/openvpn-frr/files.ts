import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RenderedFile } from '@weft/member-config'

/** What files say, by path. */
export type Tree = ReadonlyMap<string, string>

export const treeOf = (files: readonly RenderedFile[]): Tree => new Map(files.map(({ path, content }) => [path, content]))

/** Everything below a folder; nothing where there is none. */
export async function readTree(folder: string): Promise<Tree> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/**
 * Each file is there as a whole or not at all, and all of them are written before the first counts: a disk that is full changes
 * nothing. What is the same already stays untouched, and with it its time.
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

/** One file, as a whole or not at all; untouched where it says this already. */
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

/** No member's name has a tilde, so this is nobody's file, and a service takes it for none. */
const asideOf = (path: string) => join(dirname(path), `.new~${basename(path)}`)

async function writeAside(path: string, content: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(asideOf(path), content, { mode })
  await chmod(asideOf(path), mode)
}

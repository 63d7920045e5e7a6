import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

/** Returns a chunk and everything that it imports statically. */
function reached(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of manifest[name]?.imports ?? []) reached(manifest, imported, found)
  return found
}

/**
 * Returns the JavaScript that only one page needs, in bytes with gzip, heaviest first. Chunks that a frame or another page also
 * loads, such as parts of antd that several pages share, do not count.
 * @param dist the folder of a built console
 */
export function ownJavaScript(dist: string): { page: string; bytes: number }[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const frames = ['index.html', 'src/app/layout/Shell.tsx', 'src/app/layout/PublicLayout.tsx']
  const pages = Object.keys(manifest).filter((name) => name.endsWith('Page.tsx') && manifest[name]?.isDynamicEntry)
  const users = new Map<string, number>()
  for (const name of [...frames, ...pages]) for (const chunk of reached(manifest, name)) users.set(chunk, (users.get(chunk) ?? 0) + 1)
  const weigh = (name: string) => gzipSync(readFileSync(join(dist, manifest[name]!.file)), { level: 9 }).length
  return pages
    .map((page) => {
      const own = [...reached(manifest, page)].filter((chunk) => users.get(chunk) === 1 && manifest[chunk]!.file.endsWith('.js'))
      return { page, bytes: own.reduce((sum, chunk) => sum + weigh(chunk), 0) }
    })
    .toSorted((a, b) => b.bytes - a.bytes)
}

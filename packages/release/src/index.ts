import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file in which a package keeps what it was built from; `deploy/package.sh` writes it. */
const KEPT = 'RELEASE'

/**
 * Returns what a program calls itself: the version of the root `package.json`, and beside it the time and the commit that it was made from,
 * such as `1.2.3+202611301457.3ae983a4`, unless that commit has the tag of its version, `v1.2.3`. A later commit sorts later.
 * @param folder where to look, and above it
 */
export function releaseOf(folder: string): string {
  const kept = join(folder, KEPT)
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim()
  const version = rootVersion(folder)
  if (version !== undefined) return existsSync(join(folder, '.git')) ? withCommit(version, folder) : version
  const above = dirname(folder)
  if (above === folder) throw new Error('there is neither a file RELEASE nor the package.json of weft above this program')
  return releaseOf(above)
}

function rootVersion(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  return name === 'weft' ? version : undefined
}

function withCommit(version: string, folder: string): string {
  const options = ['--date=format-local:%Y%m%d%H%M', '--abbrev=8', '--decorate-refs=refs/tags/*', '--format=%cd.%h%n%D']
  try {
    const text = execFileSync('git', ['log', '-1', ...options], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [commit = '', names = ''] = text.split('\n')
    return names.split(', ').includes(`tag: v${version}`) ? version : `${version}+${commit}`
  } catch {
    // Without git, without a commit, or with a checkout of another user that git does not read.
    return version
  }
}

let own: string | undefined
/** Returns what this program calls itself. */
export const release = (): string => (own ??= releaseOf(import.meta.dirname))

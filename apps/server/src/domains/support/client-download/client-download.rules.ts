import { type ClientPackage, type ClientVersions, DEFAULT_LINUX_PLATFORM, type StoreClient } from '@weft/contract'
import { fileAddress } from '../../../kernel/file-address.ts'

/** A version with its file, if it has one. */
export interface VersionRow {
  id: number
  system: 'windows' | 'macos' | 'android' | 'ios' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
  file_name: string | null
  file_id: string | null
  store_url: string | null
  release_time: number
  size: number | null
  sha256: string | null
}

const parts = (text: string): number[] => text.split('.').map(Number)

/** Compares versions as people read them: 2.10 after 2.9, a release after its candidates. Negative if `a` is the older. */
export function compareVersions(a: string, b: string): number {
  const [numbersA, tagA] = split(a)
  const [numbersB, tagB] = split(b)
  const [x, y] = [parts(numbersA), parts(numbersB)]
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (tagA === tagB) return 0
  if (tagA === undefined || tagB === undefined) return tagA === undefined ? 1 : -1
  return tagA.localeCompare(tagB, 'en', { numeric: true })
}

function split(version: string): [string, string?] {
  const dash = version.indexOf('-')
  return dash < 0 ? [version] : [version.slice(0, dash), version.slice(dash + 1)]
}

const packageOf = ({ id, version, file_id, file_name, size, sha256, release_time }: VersionRow): ClientPackage => ({
  id: String(id),
  version,
  url: fileAddress(file_id!, file_name!),
  size: size!,
  sha256: sha256!,
  release_time,
})
const storeOf = ({ id, version, store_url, release_time }: VersionRow): StoreClient => ({
  id: String(id),
  version,
  store_url: store_url!,
  release_time,
})

/** Returns the newest version of each system, and for Linux of each kind and platform, with the versions before it. */
export function clientVersions(rows: readonly VersionRow[]): ClientVersions {
  const newestFirst = rows.toSorted((a, b) => compareVersions(b.version, a.version) || b.id - a.id)
  const of = <T>(system: VersionRow['system'], shown: (row: VersionRow) => T): (T & { history: T[] }) | null =>
    withHistory(newestFirst.filter((row) => row.system === system).map(shown))
  const linux = (kind: VersionRow['kind']) => {
    const platforms = Map.groupBy(
      newestFirst.filter((row) => row.system === 'linux' && row.kind === kind),
      ({ platform }) => platform ?? DEFAULT_LINUX_PLATFORM,
    )
    return [...platforms]
      .toSorted(([a], [b]) => Number(b === DEFAULT_LINUX_PLATFORM) - Number(a === DEFAULT_LINUX_PLATFORM) || (a < b ? -1 : 1))
      .map(([platform, versions]) => ({ platform, ...withHistory(versions.map(packageOf))! }))
  }
  return {
    windows: of('windows', packageOf),
    android: of('android', packageOf),
    macos: of('macos', storeOf),
    ios: of('ios', storeOf),
    linux: { graph: linux('graph'), cli: linux('cli') },
  }
}

function withHistory<T>([newest, ...history]: readonly T[]): (T & { history: T[] }) | null {
  return newest === undefined ? null : { ...newest, history }
}

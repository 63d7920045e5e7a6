import { localClock, localDay } from '../chart/local-time.ts'

/** Returns `{名称}_{YYYYMMDD-HHmm}.{ext}`, in characters that every system accepts in file names. @param now Unix seconds */
export function fileName(parts: readonly string[], extension: string, now: number = Date.now() / 1000): string {
  const stamp = `${localDay(now).replaceAll('-', '')}-${localClock(now).slice(0, 5).replace(':', '')}`
  return `${[...parts, stamp].map((part) => part.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()).join('_')}.${extension}`
}

import { absoluteTime } from '@weft/ui/parts/time.ts'
import { serverSeconds } from '@weft/ui/time/server-time.ts'

/** Returns `{名称}_{YYYYMMDD-HHmm}.{ext}`, in characters that every system accepts in file names. @param now Unix seconds */
export function fileName(parts: readonly string[], extension: string, now: number = serverSeconds()): string {
  const stamp = absoluteTime(now).slice(0, 16).replaceAll(/[-:]/g, '').replace(' ', '-')
  return `${[...parts, stamp].map((part) => part.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()).join('_')}.${extension}`
}

import { absoluteTime, saveFile } from '@weft/ui'
import { csv } from '../../../shared/chart/csv.ts'

/** Saves a table as `{name}_{YYYYMMDD-HHmm}.csv`. */
export function saveCsv(name: string, headings: string[], rows: string[][]): void {
  const stamp = absoluteTime(Date.now() / 1000)
    .slice(0, 16)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '-')
  saveFile(csv([headings, ...rows]), `${name}_${stamp}.csv`)
}

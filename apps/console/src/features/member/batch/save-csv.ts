import { absoluteTime, saveFile } from '@weft/ui'
import { csvOf } from './csv.ts'

/** Saves a table as `{name}_{YYYYMMDD-HHmm}.csv`. */
export function saveCsv(name: string, headings: string[], rows: string[][]): void {
  const stamp = absoluteTime(Date.now() / 1000)
    .slice(0, 16)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '-')
  saveFile(new Blob([csvOf(headings, rows)], { type: 'text/csv;charset=utf-8' }), `${name}_${stamp}.csv`)
}

import { saveFile } from '@weft/ui'
import { csv } from '../../../shared/file/csv.ts'
import { fileName } from '../../../shared/file/file-name.ts'

/** Saves a table as `{name}_{YYYYMMDD-HHmm}.csv`. */
export const saveCsv = (name: string, headings: string[], rows: string[][]): void =>
  saveFile(csv([headings, ...rows]), fileName([name], 'csv'))

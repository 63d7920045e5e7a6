import { type AddColumn, addColumns, DELETE_COLUMN, type FileAnswer, SHEET_MAX_ROWS, SHEET_MAX_UNPACKED_BYTES } from '@weft/contract'
import type { SheetForm } from '../../../adapters/spreadsheet/sheet.ts'
import { templateOf } from '../../../adapters/spreadsheet/template.ts'
import { addExample, addHints, deleteExample, deleteHint, fileNames, sheetName } from './member-file.text.ts'

const bounds = { max_rows: SHEET_MAX_ROWS, max_unpacked_bytes: SHEET_MAX_UNPACKED_BYTES }
const fields = Object.keys(addColumns) as AddColumn[]
const widths: Record<AddColumn, number> = { username: 22, password: 22, area_code: 10, phone: 18, note: 32 }
/** Dial codes that are offered; any other may be typed. */
const commonCodes = [
  '86',
  '852',
  '853',
  '886',
  '65',
  '60',
  '66',
  '84',
  '63',
  '62',
  '81',
  '82',
  '91',
  '971',
  '1',
  '44',
  '49',
  '33',
  '7',
  '61',
]

/** The form that the lists of members to add and to delete must have, the same as their templates. */
export const addForm: SheetForm = { headings: Object.values(addColumns), example: fields.map((field) => addExample[field]), ...bounds }
export const deleteForm: SheetForm = { headings: [DELETE_COLUMN], example: [deleteExample], ...bounds }

export const template = async (): Promise<FileAnswer> => ({
  file_name: fileNames.template,
  body: await templateOf(
    sheetName,
    fields.map((field) => ({
      heading: addColumns[field],
      example: addExample[field],
      width: widths[field],
      hint: addHints[field],
      ...(field === 'area_code' && { choices: commonCodes }),
    })),
    SHEET_MAX_ROWS,
  ),
})

export const deleteTemplate = async (): Promise<FileAnswer> => ({
  file_name: fileNames.deleteTemplate,
  body: await templateOf(sheetName, [{ heading: DELETE_COLUMN, example: deleteExample, width: 40, hint: deleteHint }], SHEET_MAX_ROWS),
})

import {
  type BatchError,
  type DeviceColumn,
  deviceColumns,
  deviceKindNames,
  type FileAnswer,
  type Language,
  refusalText,
  SHEET_MAX_ROWS,
  SHEET_MAX_UNPACKED_BYTES,
} from '@weft/contract'
import type { SheetForm, SheetRow } from '../adapters/spreadsheet/sheet.ts'
import { templateOf } from '../adapters/spreadsheet/template.ts'
import { workbookOfText } from '../adapters/spreadsheet/text-rows.ts'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { insertDevices, namesTaken } from '../domains/member/device/device.service.ts'
import { activationCode } from '../kernel/activation.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type Clock, shanghaiDay } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { registeredAll } from './device.audit.ts'
import { rowOf } from './device.service.ts'
import { checkDevice, type ListedDevice, namedTwice } from './device-sheet.rules.ts'
import { codeHeadings, example, fileNames, hints, sheetName } from './device-sheet.text.ts'

const fields = Object.keys(deviceColumns) as DeviceColumn[]
const widths: Record<DeviceColumn, number> = {
  router_name: 24,
  router_model: 16,
  router_mac: 20,
  kind: 12,
  bandwidth: 10,
  expire_date: 14,
}

/** The form of a list of devices to register, which is that of its template. */
export const deviceForm: SheetForm = {
  headings: Object.values(deviceColumns),
  example: fields.map((field) => example[field]),
  max_rows: SHEET_MAX_ROWS,
  max_unpacked_bytes: SHEET_MAX_UNPACKED_BYTES,
}

export const deviceTemplate = async (): Promise<FileAnswer> => ({
  file_name: fileNames.template,
  body: await templateOf(
    sheetName,
    fields.map((field) => ({
      heading: deviceColumns[field],
      example: example[field],
      width: widths[field],
      hint: hints[field],
      ...(field === 'kind' && { choices: Object.values(deviceKindNames) }),
    })),
    SHEET_MAX_ROWS,
  ),
})

interface Batch {
  db: SystemDb
  operator: OperatorActor
  caller: { language: Language }
  /** The rows of the file. */
  made: SheetRow[]
}

/**
 * Takes the devices of a list into stock, all or none, and returns a file with their activation codes.
 * @throws sheetEmpty, sheetRows with every problem of every row
 */
export const registerFromSheet =
  (clock: Clock) =>
  async ({ db, operator, caller, made }: Batch): Promise<FileAnswer> => {
    if (made.length === 0) throw new Refusal('sheetEmpty')
    const checked = made.map((row) => checkDevice(row, caller.language))
    const names = checked.flatMap(({ device }) => device?.router_name ?? [])
    const taken = await namesTaken(db, names)
    const registered = checked.flatMap(({ row, device }) => {
      const name = device && taken.get(device.router_name.toLowerCase())
      return name === undefined ? [] : [alreadyThere(row, name, caller.language)]
    })
    const errors = [...checked.flatMap((row) => row.errors), ...namedTwice(made, caller.language), ...registered]
    refuseRows(errors, made.length)
    const devices = checked.flatMap(({ device }) => device ?? []).map((device) => ({ device, code: activationCode() }))
    const added = await insertDevices(
      db,
      devices.map(({ device, code }) => rowOf(device, code)),
    )
    // Another operator may have registered one since the check.
    refuseRows(
      checked.flatMap(({ row, device }) =>
        device && !added.has(device.router_name) ? [alreadyThere(row, device.router_name, caller.language)] : [],
      ),
      made.length,
    )
    await auditOperator(db, operator, OPERATOR_CHAIN, registeredAll(devices.map(({ device }) => device)))
    return codesOf(devices, clock.now())
  }

const alreadyThere = (row: number, name: string, language: Language): BatchError => ({
  row,
  field: 'router_name',
  msg: refusalText('deviceRegistered', { name }, language),
})

/** @throws sheetRows if there is a problem */
function refuseRows(errors: readonly BatchError[], total: number): void {
  const ordered = errors.toSorted((a, b) => a.row - b.row)
  const [first] = ordered
  if (first) throw new Refusal('sheetRows', { row: first.row, problem: first.msg }, { errors: ordered, total })
}

/** Returns the codes in clear text, which are shown only here. */
function codesOf(devices: readonly { device: ListedDevice; code: string }[], now: Date): FileAnswer {
  async function* rows() {
    for (const { device, code } of devices) yield [device.router_name, device.router_model, deviceKindNames[device.kind], code]
  }
  return {
    file_name: fileNames.codes(shanghaiDay.format(now).replaceAll('-', '')),
    body: workbookOfText(sheetName, codeHeadings, [24, 16, 12, 24], rows()),
  }
}

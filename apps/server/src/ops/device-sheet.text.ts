import { type DeviceColumn, deviceColumns, deviceKindNames, SHEET_MAX_ROWS } from '@weft/contract'

/** Texts of the files that operators open in a spreadsheet program. */
export const fileNames = {
  template: '设备批量登记模板.xlsx',
  /** @param day YYYYMMDD */
  codes: (day: string) => `设备激活码-${day}.xlsx`,
}
export const sheetName = '设备'
export const codeHeadings = [deviceColumns.router_name, deviceColumns.router_model, deviceColumns.kind, '激活码'] as const

/** The values that may be typed in each column. */
export const hints: Record<DeviceColumn, string> = {
  router_name: `必填。设备铭牌上的编号，2–64 位字母、数字、点、下划线或连字符，不可重复。一次最多 ${SHEET_MAX_ROWS} 行。`,
  router_model: '必填。设备型号。',
  router_mac: '选填。如 3C:52:82:1A:00:01。',
  kind: `必填。${deviceKindNames.router}或 ${deviceKindNames.saas}。`,
  bandwidth: '选填。单位 Mbit/s，1–100000 的整数。',
  expire_date: '选填。如 2027-12-31，当天结束时到期。',
}

/** The row that the template contains. */
export const example: Record<DeviceColumn, string> = {
  router_name: 'WR9000001',
  router_model: 'WR-900',
  router_mac: '3C:52:82:1A:00:01',
  kind: deviceKindNames.router,
  bandwidth: '',
  expire_date: '',
}

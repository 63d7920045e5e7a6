/** The texts of the workbook of services. */
export const sheetName = '我的服务'
/** @param day YYYYMMDD */
export const fileName = (day: string): string => `我的服务-${day}.xlsx`
export const headings = ['服务名称', '数量', '开始时间', '到期时间']
/** Widths of the columns, in characters. */
export const widths = [24, 10, 20, 20]
export const never = '长期有效'

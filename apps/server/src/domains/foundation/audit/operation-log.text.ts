import type { OperationRecord, SaidValue } from '@weft/contract'

/** The texts of the workbook of operations. */
export const sheetName = '操作日志'
/** @param day YYYYMMDD */
export const fileName = (day: string): string => `操作日志-${day}.xlsx`
export const headings = ['时间（北京时间）', '时间（UTC）', '操作者', '模块', '操作', '内容', '改之前', '改之后', 'IP 地址']
/** Widths of the columns, in characters. */
export const widths = [20, 20, 24, 12, 16, 80, 40, 40, 18]
export const actorKinds: Record<OperationRecord['actor_kind'], string> = {
  owner: '主账号',
  sub_account: '子账号',
  access_key: '访问密钥',
  operator: '运营人员',
  system: '系统',
}

/** Returns the values on one side of an operation, a line for each: 「名称：总部」. */
export const sideOf = (values: readonly SaidValue[], side: 'before' | 'after'): string =>
  values.flatMap(({ name, hint, [side]: lines }) => (lines === undefined ? [] : [`${hint ?? name}：${lines.join('、')}`])).join('\n')

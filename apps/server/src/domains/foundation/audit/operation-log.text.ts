import type { OperationRecord, SaidValue } from '@weft/contract'

/** The texts of the workbook of operations. */
export const sheetName = '操作日志'
/** @param day YYYYMMDD */
export const fileName = (day: string): string => `操作日志-${day}.xlsx`
export const headings = ['时间', '操作者', '模块', '操作', '内容', '变更前后', 'IP 地址']
/** Widths of the columns, in characters. */
export const widths = [20, 24, 12, 16, 80, 60, 18]
export const actorKinds: Record<OperationRecord['actor_kind'], string> = {
  owner: '主账号',
  sub_account: '子账号',
  access_key: '访问密钥',
  operator: '运营人员',
  system: '系统',
}

/** Returns one changed value as a line: 「名称：前 → 后」. */
export const changeOf = ({ name, hint, before, after }: SaidValue): string => {
  const [was, is] = [before, after].map((lines) => lines?.join('、'))
  return `${hint ?? name}：${was === undefined || is === undefined ? (was ?? is ?? '') : `${was} → ${is}`}`
}

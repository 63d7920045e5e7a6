import { expect, it } from 'vitest'
import { rowsWithProblems } from './sheet-rows.ts'

const row = (row: number) => ({ row, username: `user${row}`, area_code: '86', phone: '', note: '' })
const error = (row: number, field: string, msg: string) => ({ row, field, msg })

it('every problem is listed with its row, even if the server did not answer that row', () => {
  const errors = [error(40, 'phone', '手机号重复'), error(3, 'username', '用户名含特殊字符'), error(3, 'phone', '手机号重复')]
  const rows = rowsWithProblems({ rows: [row(2), row(3)], errors, total: 60 })
  expect(rows.map(({ row, username, problems }) => [row, username, problems.map(({ msg }) => msg)])).toEqual([
    [2, 'user2', []],
    [3, 'user3', ['用户名含特殊字符', '手机号重复']],
    [40, '', ['手机号重复']],
  ])
})

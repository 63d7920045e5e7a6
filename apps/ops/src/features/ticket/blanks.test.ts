import { expect, it } from 'vitest'
import { blanksIn, filled } from './blanks.ts'
import type { DeskTicket } from './desk-ticket.ts'

const ticket = { create_name: '王芸', nickname: '云桥办公用品', ticket_number: '20261122000001' } as DeskTicket
const member = { router_name: 'WR1', note: '合肥政务店', router_type: 1, state: 'down', cause: null, since: null } as const

it('a saved reply is filled with what the ticket tells, and what it does not tell is left to be filled in', () => {
  const content = filled('{提交人}您好，{成员}（{序列号}）请拨 {运营商电话}', ticket, member)
  expect(content).toBe('王芸您好，合肥政务店（WR1）请拨 {运营商电话}')
  expect(blanksIn(content)).toEqual(['{运营商电话}'])
})

it('without a member its name is left to be filled in, and what spans lines is no place to fill in', () => {
  expect(filled('{成员}', ticket, undefined)).toBe('{成员}')
  expect(blanksIn('{\n"a": 1\n}')).toEqual([])
})

import { expect, it } from 'vitest'
import { isDialable } from './phone.ts'

it.each([
  ['86', '13800138000'],
  ['86', '16612345678'],
  ['86', '19912345678'],
  ['852', '51234567'],
  ['853', '66123456'],
  ['886', '912345678'],
  ['1', '2025550123'],
  ['44', '7911123456'],
  ['49', '15112345678'],
  ['65', '81234567'],
  ['81', '9012345678'],
])('+%s %s can be dialled', async (area_code, phone) => {
  expect(await isDialable({ area_code, phone })).toBe(true)
})

it.each([
  ['86', '12800138000', 'no mainland range'],
  ['86', '1380013800', 'a digit short'],
  ['86', '1065529988', 'a mainland landline'],
  ['44', '07911123456', 'with a trunk zero, which would be a second name of one phone'],
  ['1', '5551234567', 'of no area'],
  ['852', '512345678', 'a digit long'],
  ['999', '12345678', 'of no country'],
  ['1', '０２３', 'in full-width digits'],
])('+%s %s cannot be dialled: %s', async (area_code, phone) => {
  expect(await isDialable({ area_code, phone })).toBe(false)
})

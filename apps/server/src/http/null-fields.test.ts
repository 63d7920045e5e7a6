import { contract, opsContract } from '@weft/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { nullFields, withoutNulls } from './null-fields.ts'

const input = z
  .strictObject({
    name: z.string().min(1),
    note: z.string().default(''),
    area: z.literal(['', '86']),
    status: z.literal([0, 1]).optional(),
    port: z.number().nullable(),
  })
  .refine(() => true)

it('null is an empty text where one is taken, also behind a check or a transformation of the whole input', () => {
  for (const schema of [input, z.preprocess((sent) => sent, input), input.transform((sent) => sent)])
    expect([...nullFields(schema)]).toEqual(['note', 'area'])
  expect(withoutNulls({ name: 'a', note: null, area: null, port: null }, nullFields(input))).toEqual({
    name: 'a',
    note: '',
    area: '',
    port: null,
  })
})

it('null stays where a value is needed or the field can only be left out, and so does whatever is no object', () => {
  for (const sent of [{ name: null }, { status: null }, { port: null }, { more: null }, [null], null, 'null'])
    expect(withoutNulls(sent, nullFields(input))).toEqual(sent)
})

it('a member is created with null for its note and its phone, and no call does more because of a null', () => {
  expect([...nullFields(contract.router.add.input)]).toEqual(expect.arrayContaining(['note', 'phone']))
  expect([...nullFields(opsContract.operators.end_sessions.input)]).toEqual([])
  expect([...nullFields(contract.networkRevisions.changes.input)]).toEqual([])
})

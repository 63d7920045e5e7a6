import fc from 'fast-check'
import { expect, it } from 'vitest'

it('properties try the same values in each run', () => {
  const values = () => fc.sample(fc.integer(), 20)
  expect(values()).toEqual(values())
  expect(fc.readConfigureGlobal()?.seed).toBe(Number(process.env.WEFT_TEST_SEED ?? 20261129))
})

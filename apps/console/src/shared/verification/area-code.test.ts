import { AreaCode, check, regions } from '@weft/contract'
import { expect, it } from 'vitest'
import { matchesRegion, PhoneValue, regionOf } from './area-code.ts'

const found = (typed: string) => regions.filter((region) => matchesRegion(region, typed)).map(({ value }) => value)

it.each([
  ['香港', 'HK'],
  ['zhongguoxianggang', 'HK'],
  ['zhong guo xiang gang', 'HK'],
  ['zgxg', 'HK'],
  ['hong kong', 'HK'],
  ['852', 'HK'],
  ['+852', 'HK'],
  ["cote d'ivoire", 'CI'],
  ['Côte d’Ivoire', 'CI'],
  ['flb', 'PH'],
  ['feilubin', 'PH'],
  ['gangguobu', 'CG'],
])('typing %s finds %s', (typed, region) => expect(found(typed)).toContain(region))

it('a name of no region finds nothing', () => expect(found('atlantis')).toEqual([]))

it('every region is found by its names, its pinyin and its dial code', () => {
  for (const region of regions) {
    for (const typed of [
      region.CNName,
      region.name,
      region.pinyin,
      region.pinyin.replaceAll(' ', ''),
      region.dialCode,
      `+${region.dialCode}`,
    ])
      expect(matchesRegion(region, typed), `${region.value} by ${typed}`).toBe(true)
  }
})

it('a dial code selects the main region of those that share it', () => {
  expect(regionOf('86')?.value).toBe('CN')
  expect(regionOf('1')?.value).toBe('US')
  expect(regionOf('44')?.value).toBe('GB')
  expect(regionOf('852')?.value).toBe('HK')
  expect(regionOf('999')).toBeUndefined()
})

it('a phone number is checked by the rules of its dial code', () => {
  const problem = (area_code: string, phone: string) => {
    const checked = check(PhoneValue, { area_code, phone }, 'zh-CN')
    return checked.ok ? undefined : checked.errors[0]?.msg
  }
  expect(problem('86', '')).toBe('手机号不能为空')
  expect(problem('86', '12345678901')).toBe('请输入正确的手机号')
  expect(problem('86', '13800000000')).toBeUndefined()
  expect(problem('852', '51234567')).toBeUndefined()
  expect(problem('852', '51')).toBe('请输入正确的手机号')
})

it('every region has a dial code that the contract accepts', () => {
  expect(regions.filter(({ dialCode }) => !AreaCode.safeParse(dialCode).success)).toEqual([])
})

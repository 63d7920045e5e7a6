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
])('%s finds %s', (typed, region) => expect(found(typed)).toContain(region))

it('finds nothing by what no region is called', () => expect(found('atlantis')).toEqual([]))

it('finds every region by what its row says of it', () => {
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

it('a code means the region that it belongs to first', () => {
  expect(regionOf('86')?.value).toBe('CN')
  expect(regionOf('1')?.value).toBe('US')
  expect(regionOf('44')?.value).toBe('GB')
  expect(regionOf('852')?.value).toBe('HK')
  expect(regionOf('999')).toBeUndefined()
})

it('judges a number by its dial code', () => {
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

it('offers no region whose dial code the contract does not take', () => {
  expect(regions.filter(({ dialCode }) => !AreaCode.safeParse(dialCode).success)).toEqual([])
})

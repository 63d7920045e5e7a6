import { describe, expect, it } from 'vitest'
import { placeText } from './fields/member-labels.ts'
import { citiesOf, greatRegionNames, greatRegionOf, greatRegions, placeNamed, provincesOf } from './places.ts'

describe('the table of places', () => {
  it('has 34 provinces in eight great regions, each in one', () => {
    expect(greatRegions).toEqual(Object.keys(greatRegionNames))
    expect(greatRegions).toHaveLength(8)
    expect(provincesOf()).toHaveLength(34)
    expect(greatRegions.flatMap((region) => provincesOf(region))).toEqual(provincesOf())
    expect(greatRegionOf('安徽')).toBe('华东')
    expect(greatRegionOf('安徽省')).toBeUndefined()
  })

  it('has the cities of each province once', () => {
    for (const province of provincesOf()) {
      const cities = citiesOf(province)
      expect(cities.length, province).toBeGreaterThan(0)
      expect(new Set(cities).size, province).toBe(cities.length)
    }
    expect(citiesOf('安徽')).toContain('合肥')
    expect(citiesOf('不存在')).toEqual([])
  })

  // Then the full name of one city never means another.
  it('has no city whose name begins with the name of another city of its province', () => {
    for (const province of provincesOf())
      for (const city of citiesOf(province))
        expect(
          citiesOf(province).filter((other) => other !== city && other.startsWith(city)),
          `${province} ${city}`,
        ).toEqual([])
  })
})

it.each([
  ['安徽省', '合肥市', { province: '安徽', city: '合肥' }],
  ['湖北省', '恩施土家族苗族自治州', { province: '湖北', city: '恩施' }],
  ['北京', '北京市', { province: '北京', city: '北京' }],
  ['香港', '', { province: '香港', city: '香港' }],
  ['台湾省', '', { province: '台湾', city: '' }],
  ['内蒙古', '呼和浩特市', { province: '内蒙古', city: '呼和浩特' }],
  ['California', 'Mountain View', null],
  ['', '内网IP', null],
])('%s with %s is found by its full names', (province, city, expected) => {
  expect(placeNamed(province, city)).toEqual(expected)
})

it('a place is written once where the city is the province', () => {
  expect(placeText({ province: '安徽', city: '合肥' })).toBe('安徽 合肥')
  expect(placeText({ province: '上海', city: '上海' })).toBe('上海')
  expect(placeText({ province: '安徽', city: '' })).toBe('安徽')
  expect(placeText({ province: '', city: '' })).toBe('')
})

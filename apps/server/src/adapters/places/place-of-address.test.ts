import { expect, it } from 'vitest'
import { placeOfAddress } from './place-of-address.ts'

it.each([
  ['60.166.1.1', { province: '安徽', city: '合肥' }],
  ['202.96.209.5', { province: '上海', city: '上海' }],
  ['218.85.157.99', { province: '福建', city: '福州' }],
  ['203.80.96.10', { province: '香港', city: '香港' }],
  ['240e:47d:c20:1627:30a3:ba0d:a5e6:ec19', { province: '广东', city: '广州' }],
])('the public address %s has a place', (address, place) => {
  expect(placeOfAddress(address)).toEqual(place)
})

it.each(['10.0.0.1', '192.168.1.1', '100.64.0.1', '203.0.113.5', '8.8.8.8', '::1', 'fe80::1', '', 'nonsense'])(
  'no place is known of %j',
  (address) => {
    expect(placeOfAddress(address)).toBeNull()
  },
)

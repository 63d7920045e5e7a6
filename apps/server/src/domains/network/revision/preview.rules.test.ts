import { describe, expect, it } from 'vitest'
import { namesMember } from './preview.rules.ts'

describe('a file of a configuration', () => {
  it.each([
    'HUB',
    'verify-x509-name HUB name',
    '/etc/weft/openvpn/1234567890-hardware/HUB',
    '/etc/weft/openvpn/1234567890-center-HUB.conf',
    'ip prefix-list PL-1234567890-HUB seq 5 deny any',
    'route-map RM-1234567890-IN-HUB permit 10',
    'HUB1 and HUB',
  ])('names HUB in %j', (text) => expect(namesMember(text, 'HUB')).toBe(true))

  it.each(['HUB1', 'SHUB', '1HUB', 'HUB-2', 'HUB_2', 'HUB@12345678', 'x_HUB', 'hub', ''])('does not name HUB in %j', (text) =>
    expect(namesMember(text, 'HUB')).toBe(false),
  )

  it('names a software member, but not for another that ends in its name', () => {
    expect(namesMember('/1234567890-software/wu@12345678', 'wu@12345678')).toBe(true)
    expect(namesMember('/1234567890-software/wang.wu@12345678', 'wu@12345678')).toBe(false)
    expect(namesMember('/1234567890-software/wu@123456789', 'wu@12345678')).toBe(false)
  })
})

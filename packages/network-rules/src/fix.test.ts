import type { DiagnosisCause } from '@weft/contract'
import { expect, it } from 'vitest'
import { fixOf, fixOfRefusal } from './fix.ts'

const of = (cause: DiagnosisCause, error: string | null = null) => fixOf({ cause, router_type: 1, error })

it('each cause has one fix', () => {
  expect(of('connection_lost')).toBe('steps')
  expect(of('never_activated')).toBe('start')
  expect(of('center_down')).toBe('open_center')
  expect(of('tunnel_down')).toBe('redial')
  expect(of('address_changed')).toBe('redial')
  expect(of('disabled')).toBe('enable')
  expect(of('pop_lapsed')).toBe('renew')
  expect(of('online')).toBeNull()
  expect(of('config_failed')).toBe('resend')
})

it.each([
  'failed: 192.168.30.0/24 is in use on eth1',
  'failed: prefix 10.0.0.0/8\noverlaps',
  'failed: % Invalid prefix-list',
  'failed: 网段与内网冲突',
])('a device that reports “%s” needs other prefixes', (error) => {
  expect(fixOfRefusal(error, 1)).toBe('edit_prefix')
  expect(of('config_failed', error)).toBe('edit_prefix')
})

it('the same is sent again to a device that reports something else, that went back, or that announces no prefixes', () => {
  expect(fixOfRefusal('failed: no space left on device', 1)).toBe('resend')
  expect(fixOfRefusal('failed: listen 203.0.113.7:1194: address in use', 1)).toBe('resend')
  expect(fixOfRefusal('rolled_back: 192.168.30.0/24 not confirmed in time', 1)).toBe('resend')
  expect(fixOfRefusal('failed: 192.168.30.0/24 is in use', 2)).toBe('resend')
  expect(fixOfRefusal(null, 1)).toBe('resend')
})

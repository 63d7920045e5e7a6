import { expect, it } from 'vitest'
import { limitsFrom, usability } from './limits.rules.ts'

it('an account without a running service has two DNS servers and nothing else', () => {
  expect(limitsFrom({})).toEqual({
    network_router_count: 0,
    network_center_count: 0,
    network_level: 1,
    dns_quantity: 2,
    software_max: 0,
    sub_accounts_max: 0,
    quagga: 0,
    quagga_advanced: 0,
    default_route: 0,
  })
})

it('a limit is the sum of its services, and a feature is on once one service grants it', () => {
  const limits = limitsFrom({
    network_member: 30,
    network_center: 3,
    dns: 4,
    quagga: 2,
    level_standard: 1,
    software_member: 7,
    sub_account: 5,
  })
  expect(limits).toMatchObject({
    network_router_count: 30,
    network_center_count: 3,
    dns_quantity: 6,
    quagga: 1,
    network_level: 2,
    software_max: 7,
    sub_accounts_max: 5,
  })
})

it('networks are unusable exactly while more members are networked than are bought', () => {
  expect([9, 10, 11].map((use) => usability(use, { network_router_count: 10 }))).toEqual([1, 1, 0])
})

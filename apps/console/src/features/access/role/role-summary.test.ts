import type { RoleAuth } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import * as text from './role.text.ts'
import { grantedBy, nothingGranted, rightsByArea, roleSummary } from './role-summary.ts'

type Network = Partial<RoleAuth['easylink']['network']>
const role = (network: Network = {}, router = {}, monitor = {}): RoleAuth => {
  const { easylink, monitor: none } = nothingGranted()
  return {
    easylink: { router: { ...easylink.router, ...router }, network: { ...easylink.network, ...network } },
    monitor: { ...none, ...monitor },
  }
}
const all = { create: 1, edit: 1, delete: 1 } as const

describe('the sentence of a role', () => {
  it.each([
    ['可查看全部成员；可查看全部组网；监控仅查看', role()],
    ['可查看全部成员；可编辑 2 个指定组网；监控仅查看', role({ edit: 1, confined: 1, networks: ['1000000001', '1000000002'] })],
    ['可查看全部成员；可查看 1 个指定组网；监控仅查看', role({ confined: 1, networks: ['1000000001'] })],
    ['可查看全部成员；尚未选择组网；监控仅查看', role({ edit: 1, confined: 1 })],
    ['可创建成员，可编辑、删除全部成员；可创建组网，可编辑、删除全部组网；可开启、设置、关闭监控', role(all, all, all)],
    ['可创建成员；可查看全部组网；可设置监控', role({}, { create: 1 }, { edit: 1 })],
  ])('is %s', (sentence, auth) => {
    expect(roleSummary(auth, text.zhCN)).toBe(sentence)
  })

  it('is available in English too', () => {
    expect(roleSummary(role({ edit: 1, delete: 1 }), text.en)).toBe(
      'may view all members; may edit, delete all networks; may view monitoring',
    )
  })
})

it('rightsByArea lists each area, with separate words for monitoring', () => {
  const auth = role({ edit: 1, confined: 1, networks: ['1000000001'] }, {}, { create: 1, delete: 1 })
  expect(rightsByArea(auth, text.zhCN)).toEqual([
    { area: 'router', actions: '仅查看' },
    { area: 'network', actions: '编辑', designated: 1 },
    { area: 'monitor', actions: '开启、关闭' },
  ])
})

it('grantedBy turns a role answered by the server into what a form sends', () => {
  const networks = [{ network_number: '1000000001', network_name: '总部' }]
  const auth = role({ edit: 1, confined: 1 }, { edit: 1 })
  const answered = {
    easylink: { ...auth.easylink, network: { ...auth.easylink.network, confined: 1 as const, networks } },
    monitor: { ...auth.monitor, view: 1 as const },
  }
  expect(grantedBy({ auth: answered })).toEqual(role({ edit: 1, confined: 1, networks: ['1000000001'] }, { edit: 1 }))
})

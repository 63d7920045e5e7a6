import { expect, it } from 'vitest'
import { aLink, aMember, aNetwork } from '../../../../test/data.ts'
import { removalBlockers } from './removal-blockers.ts'

const centers = ['HQ-0001', 'HQ-0002'].map((router_name) => aMember({ router_name }))
const branches = ['SH-0002', 'BJ-0003'].map((router_name) => aMember({ router_name, note: '店', member_type: 'point' }))
const to = (router_name: string, center_router_name: string, enable: 0 | 1 = 1) => aLink({ router_name, center_router_name, enable })

it('names each thing that depends on a center', () => {
  const network = aNetwork({
    member: [...centers, ...branches],
    routing: { type: 2, main_router: 'HQ-0001', secondary_router: 'HQ-0002' },
    network_center_link: 1,
    link: [to('SH-0002', 'HQ-0001'), to('SH-0002', 'HQ-0002', 0), to('BJ-0003', 'HQ-0001'), to('BJ-0003', 'HQ-0002')],
  })
  expect(removalBlockers(network, new Set(['HQ-0001']))).toEqual([
    { kind: 'main', panel: 'routing' },
    { kind: 'twin', panel: 'center_link' },
    { kind: 'branch', panel: 'point_link', router_name: 'SH-0002', note: '店' },
  ])
  expect(removalBlockers(network, new Set(['HQ-0002'])).map(({ kind }) => kind)).toEqual(['backup', 'twin'])
})

it('nothing depends on a branch, nor on a center that all may do without', () => {
  const network = aNetwork({
    member: [...centers, ...branches],
    link: branches.flatMap((m) => [to(m.router_name, 'HQ-0001'), to(m.router_name, 'HQ-0002')]),
  })
  expect(removalBlockers(network, new Set(['SH-0002']))).toEqual([])
  expect(removalBlockers(network, new Set(['HQ-0001']))).toEqual([])
})

it('who goes together needs nobody that goes too', () => {
  const network = aNetwork({
    member: [...centers, ...branches],
    link: branches.flatMap((m) => [to(m.router_name, 'HQ-0001'), to(m.router_name, 'HQ-0002', 0)]),
  })
  const names = (...leaving: string[]) => removalBlockers(network, new Set(leaving)).map((one) => one.kind === 'branch' && one.router_name)
  expect(names('HQ-0001')).toEqual(['SH-0002', 'BJ-0003'])
  expect(names('HQ-0001', 'SH-0002')).toEqual(['BJ-0003'])
  expect(names('HQ-0001', 'HQ-0002')).toEqual([])
})

import { expect, it } from 'vitest'
import { aLink, aMember, aNetwork } from '../../../test/data.ts'
import { panelOf, removalBlockers } from './removal-blockers.ts'

const centers = ['HQ-0001', 'HQ-0002'].map((router_name) => aMember({ router_name }))
const branch = aMember({ router_name: 'SH-0002', member_type: 'point' })
const to = (center_router_name: string, enable: 0 | 1) => aLink({ router_name: 'SH-0002', center_router_name, enable })

it('the blockers of a center are read from its network, each with the panel that changes it', () => {
  const network = aNetwork({
    member: [...centers, branch],
    routing: { type: 2, main_router: 'HQ-0001', secondary_router: 'HQ-0002' },
    network_center_link: 1,
    link: [to('HQ-0001', 1), to('HQ-0002', 0)],
  })
  const blockers = (...leaving: string[]) => removalBlockers(network, new Set(leaving))
  expect(blockers('HQ-0001')).toEqual([{ kind: 'main' }, { kind: 'twin' }, { kind: 'branch', router_name: 'SH-0002' }])
  expect(blockers('HQ-0001').map(({ kind }) => panelOf[kind])).toEqual(['routing', 'center_link', 'point_link'])
  expect(blockers('HQ-0002')).toEqual([{ kind: 'backup' }, { kind: 'twin' }])
  expect(blockers('SH-0002')).toEqual([])
})

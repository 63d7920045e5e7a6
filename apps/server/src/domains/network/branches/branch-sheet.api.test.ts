import { branchColumns, contract, doorBase, type OutputOf } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBranchSheet, aDeletion, rowsIn, upload } from '../../../../test/member-file-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
})
afterAll(() => world.close())

const read = (file: Uint8Array) => upload(world, owner, contract.branches.read, file)

describe('a sheet of branches', () => {
  it('is read as it was typed, without the example of the template', async () => {
    const { data } = await read(
      await aBranchSheet(
        ['苏州吴中店', 'WR210M26040117', '192.168.61.0/24', '全部'],
        ['=', 'WR210M26040118', '192.168.62.0 255.255.255.0、10.1.0.0/16', ''],
      ),
    )
    expect((data as OutputOf<typeof contract.branches.read>).rows).toEqual([
      { note: '=', router_name: 'WR210M26040118', prefix: '192.168.62.0 255.255.255.0、10.1.0.0/16', center: '' },
    ])
  })
  it('is refused with other headings, and with too many rows', async () => {
    expect(await read(await aDeletion('x'))).toMatchObject({ code: 422, msg: expect.stringContaining('站点名称') })
    const rows = Array.from({ length: 201 }, (_, i) => [`店${i}`, `WR${i}`, '', ''])
    expect(await read(await aBranchSheet(...rows))).toMatchObject({ code: 422, msg: expect.stringContaining('200') })
  })
  it('has a template with its headings', async () => {
    const { rawPayload } = await world.apps.console.inject({
      url: `${doorBase.console}/${contract.branches.template.path}`,
      headers: { authorization: `Bearer ${owner.access_token}` },
    })
    expect((await rowsIn(rawPayload, Object.values(branchColumns))).map(({ cells }) => cells['序列号'])).toEqual(['WR210M26040117'])
  })
})

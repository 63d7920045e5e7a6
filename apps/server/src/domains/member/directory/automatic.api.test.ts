import { contract, type DirectoryStatus } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDirectoryWorld, directoryMembers, type DirectoryWorld, formOf, setUp, THREE } from '../../../../test/directory-fixtures.ts'
import { type LdapServer, PEOPLE } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { memberOf } from '../../../../test/member-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { directory } = contract

let made: DirectoryWorld
let server: LdapServer
let dead: number
let world: World
let owner: Person
beforeAll(async () => {
  made = await aDirectoryWorld()
  ;({ server, dead, world } = made)
})
afterAll(() => made.close())
beforeEach(async () => {
  owner = await made.anOwner()
})

const call = (endpoint: (typeof directory)[keyof typeof directory], input: object = {}, who = owner) => world.call(who, endpoint, input)
const nameOf = (username: string) => `${username}@${owner.account_number}`
const statusOf = async () => (await call(directory.sync_status)).data as DirectoryStatus

describe.skipIf(lacks('slapd'))('the automatic synchronisation', () => {
  const queued = () =>
    world.asSystem(({ sql }) =>
      sql.selectFrom('directory').select(['account_id', 'next_time']).where('account_id', '=', owner.account_id).executeTakeFirstOrThrow(),
    )
  const run = () => world.services.syncs.run({ account_id: owner.account_id })

  beforeEach(() => setUp(world, owner, formOf(server, { sync_mode: 2 })))

  it('follows the directory, and is due again a cycle later', async () => {
    await run()
    expect((await directoryMembers(world, owner)).length).toBe(3)
    const { next_time } = await queued()
    expect(next_time! - Math.floor(Date.now() / 1000)).toBeGreaterThan(29 * 60)
    await server.remove(`uid=lisi,${PEOPLE}`)
    await run()
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 0 })
    expect(await statusOf()).toMatchObject({ count: 3, service: { status: 1, running: 0, message: expect.stringContaining('停用 1 个') } })
  })

  it('runs once at a time, whatever the number of instances', async () => {
    const second = await createWorld({ WEFT_EGRESS_ALLOW: `127.0.0.1:${server.port}` }, { url: world.url })
    try {
      await Promise.all([run(), second.services.syncs.run({ account_id: owner.account_id }), run()])
    } finally {
      await second.close()
    }
    const entries = await world.asSystem(({ sql }) =>
      sql.selectFrom('audit').select('action').where('account_id', '=', owner.account_id).where('action', '=', 'ldap_sync').execute(),
    )
    expect(entries.length).toBe(1)
  })

  it('reports why it could not read the directory, changes no member and tries again', async () => {
    await run()
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    await run()
    expect(await statusOf()).toMatchObject({ service: { status: 1, message: expect.stringContaining('拒绝连接') } })
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
    expect((await queued()).next_time).not.toBeNull()
  })

  it('stops by itself if no user is left, and is not due any more', async () => {
    await run()
    for (const name of THREE) await server.remove(`uid=${name},${PEOPLE}`)
    await run()
    expect(await statusOf()).toMatchObject({ service: { status: 0 } })
    expect((await queued()).next_time).toBeNull()
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
  })

  it('begins at once when it is chosen, and ends when another mode is', async () => {
    expect(await call(directory.sync_mode, { sync_mode: 1 })).toMatchObject({ code: 200 })
    expect((await queued()).next_time).toBeNull()
    await call(directory.sync_mode, { sync_mode: 2 })
    expect((await queued()).next_time).not.toBeNull()
    expect((await call(directory.status)).data).toEqual({ enable: 1, sync_mode: 2 })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDirectoryWorld, type DirectoryWorld, formOf, setUp, signIn, syncNow } from '../../../../test/directory-fixtures.ts'
import { type LdapServer, PEOPLE } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { credentialsOf, memberOf } from '../../../../test/member-fixtures.ts'
import type { Person, World } from '../../../../test/world.ts'

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

const nameOf = (username: string) => `${username}@${owner.account_number}`

describe.skipIf(lacks('slapd'))('a member from a directory', () => {
  beforeEach(async () => {
    await setUp(world, owner, formOf(server))
    await syncNow(world, owner)
  })

  it('signs in with the password of the directory, which is not stored', async () => {
    expect(await signIn(world, nameOf('lisi'), 'password-zhangsan')).toMatchObject({ code: 401 })
    const answer = await signIn(world, nameOf('lisi'), 'password-lisi')
    expect(answer).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ password_hash: null, password_sealed: null })
    expect((await credentialsOf(world, nameOf('lisi'))).length).toBe(1)
  })

  it('cannot sign in once the directory no longer has it, even before the next synchronisation', async () => {
    await server.remove(`uid=lisi,${PEOPLE}`)
    expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 403 })
  })

  it('is refused with a message if the directory cannot be asked', async () => {
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 503, msg: '企业目录暂时无法访问，请稍后再试' })
  })
})

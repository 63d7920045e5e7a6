import { contract, type Endpoint, type OperatorRole, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let owner: Person
const operators = {} as Record<OperatorRole, OperatorPerson>
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  for (const role of ['support', 'network', 'sales', 'admin'] as const) operators[role] = await anOperator(world, role)
})
afterAll(() => world.close())

const endpoints = new Map<string, Endpoint>(
  Object.values(opsContract).flatMap((group) => Object.values(group).map((e: Endpoint) => [e.path, e])),
)

describe('the operators’ rights', () => {
  it('are checked before the input', async () => {
    const answer = await world.call(operators.support, opsContract.accounts.disable, {
      account_number: owner.account_number,
      reason: '欠费',
    })
    expect(answer).toMatchObject({ status: 403, code: 403, msg: '您的角色没有操作权限，请联系平台管理员', data: null })
    expect((await world.call(owner, contract.account.info, {})).code).toBe(200)
  })
})

describe('the operators’ side and the customers’ side', () => {
  const guarded = [...endpoints.values()].filter(({ access }) => access !== 'public')

  it.each(guarded.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s refuses a customer’s token and calls without one',
    async (_path, endpoint) => {
      expect(await world.call(owner, endpoint, {})).toMatchObject({ status: 401, code: 2001, data: null })
      expect(await world.call(undefined, endpoint, {})).toMatchObject({ status: 401, code: 2001, data: null })
      expect((await world.call({ access_token: 'x'.repeat(43) }, endpoint, {})).code).toBe(2001)
    },
  )

  it('an operator’s token is unknown to the console', async () => {
    for (const endpoint of [contract.account.info, contract.network.list, contract.login.logout, contract.login.refresh])
      expect((await world.call(operators.admin, endpoint, {})).code).toBe(2001)
  })

  it('an operator cannot sign in as a customer, nor a customer as an operator', async () => {
    const asOperator = await world.call(undefined, opsContract.session.login, { username: owner.username, password: owner.password })
    expect(asOperator).toMatchObject({ code: 401, msg: '用户名或密码错误' })
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const asCustomer = { username: operators.admin.username, password: operators.admin.password, code, uniqid }
    expect((await world.call(undefined, contract.login.authorization, asCustomer)).code).toBe(401)
  })

  it('neither listener serves the other’s addresses', async () => {
    expect((await world.apps.ops.inject({ method: 'GET', url: '/api/v1/account/info' })).statusCode).toBe(404)
    expect((await world.apps.console.inject({ method: 'GET', url: '/ops/v1/accounts/lists' })).statusCode).toBe(404)
  })
})

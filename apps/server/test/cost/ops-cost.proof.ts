import { agentContract, type Endpoint, opsContract } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { token } from '../../src/kernel/ids.ts'
import { hashPassword } from '../../src/kernel/secrets.ts'
import { type Bearer, byKey, send } from '../matrix/cases.ts'
import { agentTable, operatorTable } from '../matrix/expected.ts'
import { aCredential, anOperator } from '../matrix/people.ts'
import { agentSamples, operatorSamples } from '../matrix/samples.ts'
import { someStock, someThings, type Stock } from '../matrix/things.ts'
import { aRequest } from '../signing-request.ts'
import { createWorld, type World } from '../world.ts'
import { type Input, isJson, type Stocked } from './largest.ts'
import { addBranches, addMembers, answerTo, expectWithin, inputOf, note, printDear, waysOf } from './measure.ts'
import { stopwatch } from './slowness.ts'

const OPERATOR = { username: 'desk', password: 'secret-1234' }

let world: World
/** What all reads name: an account of thousands of members and devices. */
let shared: Stock
let stocked: Stocked

/** Makes things whose account has thousands of members, each with its device, half of them in one network. */
async function aLargeStock(): Promise<Stock> {
  const stock = await someStock(world)
  const { account_id } = await world.db.systemNow.sql
    .selectFrom('account')
    .select('account_id')
    .where('account_number', '=', stock.account_number)
    .executeTakeFirstOrThrow()
  const members = await addMembers(world, { account_id })
  await addBranches(world, { account_id, ...(await someThings(world, { account_id }, '客户')) }, members)
  await world.asSystem(({ sql }) =>
    statement`insert into device (router_name, account_id, kind, router_model)
      select name, ${account_id}::bigint, 'router', 'R1' from unnest(${members}::text[]) name`.execute(sql),
  )
  stocked ??= { members }
  return stock
}

beforeAll(async () => {
  world = await createWorld({ WEFT_CALLS_FACTOR: '1000' })
  const password_hash = await hashPassword(OPERATOR.password)
  await world.asSystem(({ sql }) =>
    sql.insertInto('operator').values({ username: OPERATOR.username, role: 'support', password_hash }).execute(),
  )
  shared = await aLargeStock()
})
afterAll(printDear)
afterAll(() => world.close())

/** Returns what a call may name. A change may use up or delete it; those of accounts and services concern all members of the account. */
function stockFor({ method, path }: Endpoint): Stock | Promise<Stock> {
  if (method !== 'POST') return shared
  return /^(accounts|services)\//.test(path) ? aLargeStock() : someStock(world)
}

async function costOf(endpoint: Endpoint, who: Bearer | undefined, input: Input, answer: unknown): Promise<number> {
  await world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('budget_spent').execute()
    await sql.deleteFrom('rate_window').execute()
  })
  const since = stopwatch()
  const { code, msg } = await send(world, who, endpoint, input)
  const milliseconds = since()
  expect(code, `${endpoint.path}: ${msg}`).toEqual(answer)
  note(milliseconds, `${code} ${msg}`)
  return milliseconds
}

describe('the largest input that a call of the operators accepts costs little processor time', () => {
  const calls = byKey(opsContract)
  for (const key of Object.keys(operatorTable).filter((one) => isJson(calls.get(one)!)))
    it.for(waysOf(calls.get(key)!))(`${key}, %s`, (way) => {
      const endpoint = calls.get(key)!
      return expectWithin(endpoint.processor_ms, async () => {
        const stock = await stockFor(endpoint)
        const caller = await anOperator(world, 'admin')
        const sample = await operatorSamples[key]!({ ...stock, operator: OPERATOR }, world)
        return costOf(endpoint, caller, inputOf(endpoint, sample, way, stocked), answerTo(endpoint, way))
      })
    })
})

describe('the largest input that a call of the agents accepts costs little processor time', () => {
  const calls = byKey(agentContract)
  /** Makes a person of an account of thousands of members, who can sign in with a password. */
  async function aMember() {
    const owner = await world.anOwner()
    const { point } = await someThings(world, owner, '客户')
    const password_hash = await hashPassword('secret-1234')
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ password_hash }).where('router_name', '=', point).execute())
    return { owner, member: { username: point, password: 'secret-1234' } }
  }

  for (const key of Object.keys(agentTable))
    it.for(waysOf(calls.get(key)!))(`${key}, %s`, async (way) => {
      const endpoint = calls.get(key)!
      await expectWithin(endpoint.processor_ms, async () => {
        const { owner, member } = await aMember()
        const sample = await agentSamples[key]!({ ...(await someStock(world)), member }, world)
        const bearer = key === 'POST renew' ? { access_token: await aCredential(world, owner, member.username) } : undefined
        return costOf(endpoint, bearer, inputOf(endpoint, sample, way, stocked), answerTo(endpoint, way))
      })
    })

  /** The longest signing requests that the schema accepts, of one key each: with one long name, with many, and nested as deep as they may be. */
  const MOST_CSR = 8_192
  const encoded = (bytes: Buffer) => `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
  const wrapped = (inner: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(inner.length)
    const short = inner.length < 128 ? Buffer.from([inner.length]) : Buffer.from([0x82, size[2]!, size[3]!])
    return Buffer.concat([Buffer.from([0x30]), short, inner])
  }
  it.for([
    ['one long name', async () => (await aRequest(`CN=${'网'.repeat(1_700)}`)).csr],
    ['many names', async () => (await aRequest(Array.from({ length: 400 }, () => 'OU=a').join(', '))).csr],
    ['nested sequences', async () => encoded(Array.from({ length: 1_450 }).reduce<Buffer>(wrapped, Buffer.alloc(0)))],
  ] as const)('POST activate once more, with a request of %s', async ([, request]) => {
    const endpoint = calls.get('POST activate')!
    await expectWithin(endpoint.processor_ms, async () => {
      const { device_assigned: router_name, activation_code } = await someStock(world)
      const [csr, other] = [await request(), await request()]
      expect(csr.length).toBeLessThanOrEqual(MOST_CSR)
      const bearer = { access_token: token() }
      const sent = { router_name, activation_code, csr }
      expect((await send(world, bearer, endpoint, sent)).code).toBe(200)
      return costOf(endpoint, bearer, { ...sent, csr: `${other}\n` }, answerTo(endpoint, 'long'))
    })
  })
})

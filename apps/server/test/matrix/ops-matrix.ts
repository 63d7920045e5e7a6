import { AGENT_CONNECT_PATH, agentContract, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/kernel/secrets.ts'
import { createWorld, type Person, type World } from '../world.ts'
import { type Bearer, byKey, naming, send, statusOf, type Reply } from './cases.ts'
import { agentTable, type OperatorRole, operatorTable } from './expected.ts'
import { aCredential, aLink, anOperator } from './people.ts'
import { agentSamples, operatorSamples } from './samples.ts'
import { someStock, someThings, type Stock, type Things } from './things.ts'

let world: World
let owner: Person
let things: Things
let stock: Stock
let operators: Record<OperatorRole, Bearer>
let strangers: Record<string, { access_token: string; companion?: string; code: number }>
let operator: { username: string; password: string }
let member: { username: string; password: string }

async function openWorld(): Promise<void> {
  world = await createWorld()
  owner = await world.anOwner()
  things = await someThings(world, owner, '客户')
  stock = await someStock(world)
  operators = {
    support: await anOperator(world, 'support'),
    network: await anOperator(world, 'network'),
    sales: await anOperator(world, 'sales'),
    admin: await anOperator(world, 'admin'),
  }
  strangers = {
    'a garbage token': { access_token: 'x'.repeat(43), code: 2001 },
    'a customer’s token': { ...owner, code: 2001 },
    'a login link': { ...(await aLink(world, owner)), code: 2001 },
    'a device’s credential': { access_token: await aCredential(world, owner, things.center), code: 2001 },
    'an expired operator token': { ...(await anOperator(world, 'admin', { issued: 28_801 })), code: 2002 },
    'a disabled operator': { ...(await anOperator(world, 'admin', { status: 0 })), code: 2004 },
  }
  operator = { username: 'desk', password: 'secret-1234' }
  member = { username: things.point, password: 'secret-1234' }
  const password_hash = await hashPassword('secret-1234')
  await world.asSystem(async ({ sql }) => {
    await sql.insertInto('operator').values({ username: operator.username, role: 'support', password_hash }).execute()
    await sql.updateTable('member').set({ password_hash }).where('router_name', '=', things.point).execute()
  })
}

const MISSING = {
  operator: '999999999',
  operator_session: '00000000-0000-4000-8000-000000000000',
  account: '00000000',
  service: '999999999',
  device: 'NOSUCHDEVICE',
  announcement: '999999999',
  document: '999999999',
  client_version: '999999999',
  pop: '999999999',
  order: '20990101000000',
  ticket: '20990101000000',
  ticket_file: '00000000-0000-4000-8000-000000000000',
  saved_reply: '999999999',
  sent_message: '999999999',
  upload: '00000000-0000-4000-8000-000000000000',
  dead_letter: '00000000-0000-4000-8000-000000000000',
}

function tells(reply: Reply, code: number, what: string): void {
  expect({ code: reply.code, status: reply.status, what }, reply.text).toEqual({ code, status: statusOf(code), what })
}

const operatorCalls = byKey(opsContract)
const agentCalls = byKey(agentContract)
/** The only call of a device that already has a credential. */
const RENEW = 'POST renew'

/** Makes a call of the operators as each of these roles: it is admitted or refused. */
async function expectRoles(roles: OperatorRole[], key: string, who: OperatorRole[]): Promise<void> {
  const endpoint = operatorCalls.get(key)!
  for (const role of roles) {
    const admitted = who.includes(role)
    // An admitted call changes something, or ends the session.
    const fresh = admitted && endpoint.method === 'POST'
    const caller = fresh ? await anOperator(world, role) : operators[role]
    const input = await operatorInput(key, fresh ? await someStock(world) : stock)
    tells(await send(world, caller, endpoint, input), admitted ? 200 : 403, role)
  }
}

const operatorInput = async (key: string, from: Stock) => operatorSamples[key]!({ ...from, operator }, world)
const roles = Object.keys({ support: 0, network: 0, sales: 0, admin: 0 } satisfies Record<OperatorRole, 0>) as OperatorRole[]

/** Makes a call with each of these tokens, which are none of operators with a live session. */
async function expectStrangersRefused(key: string, whats: string[], input: Record<string, unknown>): Promise<void> {
  for (const what of whats) {
    const { code, ...bearer } = strangers[what]!
    tells(await send(world, bearer, operatorCalls.get(key)!, input), code, what)
  }
}

/** Makes a call of the agents with the proof of a device and each of these tokens, which are ignored, and with a wrong proof. */
async function expectDeviceProof(key: string, bearers: (Bearer | undefined)[]): Promise<void> {
  for (const bearer of bearers) {
    const input = await agentSamples[key]!({ ...(await someStock(world)), member }, world)
    tells(await send(world, bearer, agentCalls.get(key)!, input), 200, 'a device')
    const wrong = { ...input, ...('password' in input ? { password: 'wrong-1234' } : { activation_code: 'WRONG-CODE' }) }
    tells(await send(world, operators.admin, agentCalls.get(key)!, wrong), 401, 'a wrong proof')
  }
}

/**
 * Defines, for every call of the operators and the agents, that one role that may make it makes it, and that nobody, a customer and the
 * roles without the right may not. The proof `matrix` makes every call as every caller.
 */
export function opsEssentials(): void {
  beforeAll(openWorld)
  afterAll(() => world.close())

  describe.each(Object.entries(operatorTable))('operators: %s', (key, { who }) => {
    const endpoint = operatorCalls.get(key)!
    if (who === 'public') {
      it('is open to everybody', async () => {
        tells(await send(world, undefined, endpoint, await operatorInput(key, stock)), 200, 'nobody')
      })
      return
    }

    it(`is open only to ${who.join(', ')}`, async () => {
      const input = await operatorInput(key, stock)
      tells(await send(world, undefined, endpoint, input), 2001, 'nobody')
      await expectStrangersRefused(key, ['a customer’s token'], input)
      await expectRoles([...roles.filter((role) => !who.includes(role)), who[0]!], key, who)
    })
  })

  describe.each(Object.keys(agentTable).filter((key) => key !== RENEW))('agents: %s', (key) => {
    it('accepts the device’s proof, and no wrong one', () => expectDeviceProof(key, [undefined]))
  })
  credentialsOfDevices()
}

/** Defines the whole matrix of the operators and the agents: every role and every kind of caller. */
export function opsMatrix(): void {
  beforeAll(openWorld)
  afterAll(() => world.close())

  describe.each(Object.entries(operatorTable))('operators: %s', (key, { who, names = {} }) => {
    const endpoint = operatorCalls.get(key)!
    if (who === 'public') {
      it('is open to everybody and ignores tokens', async () => {
        tells(await send(world, undefined, endpoint, await operatorInput(key, stock)), 200, 'nobody')
        for (const [what, stranger] of Object.entries(strangers))
          tells(await send(world, stranger, endpoint, await operatorInput(key, stock)), 200, what)
      })
      return
    }

    it('refuses every caller that is not an operator with a live session', async () => {
      const input = await operatorInput(key, stock)
      tells(await send(world, undefined, endpoint, input), 2001, 'nobody')
      await expectStrangersRefused(key, Object.keys(strangers), input)
    })

    it(`is open only to ${who.join(', ')}`, () => expectRoles(roles, key, who))

    for (const [field, kind] of Object.entries(names))
      it(`answers 204 where ${field} names nothing`, async () => {
        const reply = await send(world, operators.admin, endpoint, naming(await operatorInput(key, stock), field, MISSING[kind]))
        tells(reply, 204, field)
      })
  })

  describe.each(Object.keys(agentTable).filter((key) => key !== RENEW))('agents: %s', (key) => {
    it('accepts the device’s proof, and ignores tokens', () =>
      expectDeviceProof(key, [undefined, ...Object.values(strangers), operators.admin]))
  })
  credentialsOfDevices()
}

/** Defines which tokens the calls and the connection of a device with a credential accept. */
function credentialsOfDevices(): void {
  describe(`agents: ${RENEW}`, () => {
    it('accepts the credential of a device, and no token of people', async () => {
      const ask = async (bearer: Bearer | undefined) =>
        send(world, bearer, agentCalls.get(RENEW)!, await agentSamples[RENEW]!({ ...stock, member }, world))
      const people = Object.entries(strangers).filter(([what]) => what !== 'a device’s credential')
      for (const [what, bearer] of people) tells(await ask(bearer), 2001, what)
      for (const [role, bearer] of Object.entries(operators)) tells(await ask(bearer), 2001, role)
      tells(await ask(undefined), 2001, 'nobody')
      tells(await ask({ access_token: await aCredential(world, owner, things.center) }), 200, 'a device')
    })
  })

  describe('agents: the connection', () => {
    const ask = async (bearer: Bearer | undefined) => {
      const headers = bearer && { authorization: `Bearer ${bearer.access_token}` }
      const response = await world.apps.agent.inject({ url: AGENT_CONNECT_PATH, ...(headers && { headers }) })
      return response.json().code
    }

    it('accepts the credential of a device, and no token of people', async () => {
      const people = Object.entries(strangers).filter(([what]) => what !== 'a device’s credential')
      for (const [what, bearer] of people) expect(await ask(bearer), what).toBe(2001)
      for (const [role, bearer] of Object.entries(operators)) expect(await ask(bearer), role).toBe(2001)
      expect(await ask(undefined)).toBe(2001)
      // It passes every check: only the upgrade is missing.
      expect(await ask({ access_token: await aCredential(world, owner, things.center) })).toBe(405)
    })
  })
}

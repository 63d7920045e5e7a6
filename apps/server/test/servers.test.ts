import { type Health, opsContract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connected } from './agent-client.ts'
import { grant, hardware } from './network-fixtures.ts'
import { anOperator } from './ops-people.ts'
import { addressOf, endPrograms, type Program, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { createWorld, type Person, type World } from './world.ts'

/** Creates accounts and reads the database; the two servers below hold the members. */
let world: World
let owner: Person
let one: Program
let other: Program

async function startServer(): Promise<Program> {
  const server = startProgram(SERVE_COMMAND, settingsOf(world.url, { WEFT_DRAIN_SECONDS: '0' }))
  await server.said(SERVES)
  return server
}
const isRunning = (server: Program | undefined) => server?.child.exitCode === null && server.child.signalCode === null
beforeAll(async () => {
  world = await createWorld()
  await world.services.gateway.stop()
  await world.services.instance.end()
})
beforeEach(async () => {
  await Promise.all([
    isRunning(one) || startServer().then((server) => (one = server)),
    isRunning(other) || startServer().then((server) => (other = server)),
  ])
  owner = await world.anOwner()
  await grant(world, owner, 'software_member', 50)
})
afterAll(async () => {
  await endPrograms()
  await world.close()
})

const agents = (server: Program) => addressOf(server, 'agent')
/** Connects a device of the account to one of the servers. */
const join = async (server: Program, router_name: string, more: Parameters<typeof connected>[3] & { credential?: string } = {}) => {
  const { credential, ...hello } = more
  return connected(world, await agents(server), { account_id: owner.account_id, router_name, ...(credential && { credential }) }, hello)
}
it('the desk lists every server with its roles, its version and the members that it holds', async () => {
  const operator = await anOperator(world, 'support')
  const instances = async () => ((await world.call(operator, opsContract.desk.health, {})).data as Health).instances
  const [name] = (await hardware(world, owner, 1)) as [string]
  const device = await join(one, name)
  const jobs = startProgram(SERVE_COMMAND, settingsOf(world.url, { WEFT_ROLES: 'jobs' }))
  await jobs.said(SERVES)
  const listed = await instances()
  expect(listed.map(({ roles }) => roles)).toEqual([['api', 'gateway', 'jobs'], ['api', 'gateway', 'jobs'], ['jobs']])
  expect(listed.map(({ members }) => members).toSorted()).toEqual([0, 0, 1])
  expect(listed.map(({ version, leaving_until }) => ({ version, leaving_until }))).toEqual(
    Array.from({ length: 3 }, () => ({ version: '0.1.0', leaving_until: null })),
  )
  jobs.child.kill('SIGTERM')
  await jobs.ended
  expect(await instances()).toHaveLength(2)
  await device.leave()
})

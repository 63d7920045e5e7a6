import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contract, type MemberCheck } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connected, credentialOf, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

const HOUR = 3600
const CLI = resolve(import.meta.dirname, '../../../../../agent/src/cli.ts')

let here: World
let elsewhere: World
/** An instance that waits a moment for an answer. */
let hasty: World
let agents: string
let owner: Person
let hub: string
let branch: string
let network_number: string
beforeAll(async () => {
  // An agent answers what is asked of it only until the asker's time is up, by its own clock.
  here = await createWorld({}, { time: 'system' })
  elsewhere = await createWorld({}, { url: here.url })
  hasty = await createWorld({}, { url: here.url, limits: { check_seconds: 0.1 } })
  agents = await listenForAgents(here)
  owner = await here.anOwner()
  ;[hub, branch] = (await hardware(here, owner, 2)) as [string, string]
  network_number = await aNetwork(here, owner, '总部', [hub], [branch])
})
afterAll(async () => {
  await hasty.close()
  await elsewhere.close()
  await here.close()
})

const away = () => eventually(async () => expect(await memberRow(here, branch)).toMatchObject({ online_status: 0 }))
const running: { agent: ChildProcess; state: string }[] = []
afterEach(async () => {
  for (const { agent, state } of running.splice(0)) {
    agent.kill('SIGTERM')
    if (agent.exitCode === null) await once(agent, 'exit')
    rmSync(state, { recursive: true })
  }
  await away()
})

/**
 * Starts a member's agent in a process of its own, connected to the first instance, and waits until it runs its configuration.
 * @param node options of Node
 */
async function anAgent(router_name: string, node: readonly string[] = []): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'weft-agent-'))
  writeFileSync(join(state, 'credential'), await credentialOf(here, owner.account_id, router_name))
  const agent = spawn(process.execPath, [...node, CLI, 'agent', '--server', agents, '--state', state, '--router-name', router_name])
  running.push({ agent, state })
  await eventually(async () => {
    const { online_status, applied_revision, config_revision } = await memberRow(here, router_name)
    expect([online_status, applied_revision]).toEqual([1, config_revision])
  })
}
const check = (world: World, router_name: string, person = owner) => world.call(person, contract.memberRecords.check, { router_name })
const logged = () =>
  here.asSystem(({ sql }) => sql.selectFrom('audit').select('message').where('action', '=', 'diagnose').orderBy('seq').execute())

describe.each([
  ['the instance that holds its connection', () => here],
  ['another instance', () => elsewhere],
])('a member that is asked by %s', (_, asked) => {
  it('answers what its agent measures, and the log keeps who asked', async () => {
    await anAgent(branch)
    const before = (await logged()).length
    const { code, data } = await check(asked(), branch)
    expect(code).toBe(200)
    const { gateway, tunnels, time, uptime, clock_ahead } = data as MemberCheck
    expect(gateway?.measured).toMatchObject({ loss: 0 })
    expect(uptime).toBeGreaterThan(0)
    expect(clock_ahead).toBeLessThan(HOUR / 2)
    expect(time).toBeGreaterThan(1_700_000_000)
    expect(tunnels).toEqual([{ network_number, router_name: hub, ov_id: null, up: false, measured: null }])
    expect((await logged()).slice(before)).toEqual([{ message: `检测成员 ${branch}` }])
  })
})

it('a member whose clock is fast answers as well, and its answer says how fast', async () => {
  const fast = `const now = Date.now; Date.now = () => now() + ${HOUR} * 1000`
  await anAgent(branch, ['--import', `data:text/javascript,${encodeURIComponent(fast)}`])
  const { code, data } = await check(here, branch)
  expect(code).toBe(200)
  expect((data as MemberCheck).clock_ahead).toBeGreaterThan(HOUR / 2)
})

it('a member that is offline is not asked, and nothing is logged', async () => {
  const before = (await logged()).length
  expect(await check(here, branch)).toMatchObject({ code: 422, msg: `成员 ${branch} 不在线，恢复连接后才能检测` })
  expect((await logged()).length).toBe(before)
})

it('an agent that answers something else is called too old, and one that answers nothing silent', async () => {
  const device = await connected(here, agents, { account_id: owner.account_id, router_name: branch })
  await eventually(async () => expect(await memberRow(here, branch)).toMatchObject({ online_status: 1 }))
  const old = check(here, branch)
  const { op_id, kind } = await device.next('op')
  expect(kind).toBe('diagnose')
  device.send({ type: 'op.result', op_id, ok: true, error: null, data: { tunnels: 1 } })
  expect(await old).toMatchObject({ code: 422, msg: `成员 ${branch} 的程序版本过旧，不支持检测` })
  expect(await check(hasty, branch)).toMatchObject({ code: 422, msg: `成员 ${branch} 没有及时应答，请稍后重试` })
  await device.leave()
})

it('answers 204 for members of other accounts', async () => {
  expect((await check(here, branch, await here.anOwner())).code).toBe(204)
})

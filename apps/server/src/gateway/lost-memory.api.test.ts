import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAgent } from '../../../agent/src/agent.ts'
import { memoryStore } from '../../../agent/src/apply/config-store.ts'
import { createBeat, monotonicSeconds } from '../../../agent/src/beat.ts'
import { createEther } from '../../../agent/src/drivers/simulated/ether.ts'
import { simulatedDriver } from '../../../agent/src/drivers/simulated/simulated.ts'
import { createAccess } from '../../../agent/src/protocol/access.ts'
import { credentialFile } from '../../../agent/src/protocol/credential.ts'
import type { Proof } from '../../../agent/src/protocol/enrol.ts'
import { memoryRing } from '../../../agent/src/protocol/event-ring.ts'
import { createRenewal } from '../../../agent/src/protocol/renewal.ts'
import { listenForAgents, upgradeStatus } from '../../test/agent-client.ts'
import { eventually } from '../../test/eventually.ts'
import { tcpProxy } from '../../test/tcp-proxy.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { assignHardware } from '../domains/member/member/member.service.ts'
import { registerDevice } from '../ops/device.service.ts'

let world: World
let server: string
let owner: Person
let owning: Client
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
  owning = new Client({ connectionString: world.url })
  await owning.connect()
})
afterAll(async () => {
  await owning.end()
  await world.close()
})
beforeEach(async () => {
  owner = await world.anOwner()
})

let made = 0
/** Registers a device, assigns it to the account and makes the folder of its state. */
async function aDevice() {
  const router_name = `MEM${String(++made).padStart(6, '0')}`
  const operator = { operator_id: 1, username: 'op', role: 'network', address: '127.0.0.1' } as const
  const device = { router_name, router_model: 'WR-210', router_mac: null, kind: 'router', bandwidth: null, expire_date: null } as const
  const { activation_code } = await world.asSystem((system) => registerDevice(system, operator, device))
  await world.asSystem((system) => assignHardware(system, 'system', owner.account_id, router_name))
  const state = mkdtempSync(join(tmpdir(), 'weft-memory-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  return { router_name, activation_code, state }
}
const opens = async (credential: string) => (await upgradeStatus(server, { authorization: `Bearer ${credential}` })) === 101

/** Starts the agent of a device, until it is connected. @returns what it logs */
async function start({ router_name, activation_code, state }: Awaited<ReturnType<typeof aDevice>>, address = server) {
  const controller = { server: address, ca: undefined }
  const credential = credentialFile(join(state, 'credential'))
  const driver = simulatedDriver(createEther(), router_name, 'router', '1')
  const said: string[] = []
  const proof: Proof = { router_name, activation_code }
  const access = createAccess({
    controller,
    credential,
    proof,
    device: driver.device,
    random: Math.random,
    now: monotonicSeconds,
    said: (sentence) => void said.push(sentence),
  })
  const beat = createBeat()
  const agent = createAgent({
    controller,
    router_name,
    boot_id: 'b',
    credential,
    driver,
    store: memoryStore(),
    ring: memoryRing(100),
    beat,
    random: Math.random,
    admitted: () => access.obtain(false),
    refused: async () => (await access.again(), true),
    said: (what, why) => void said.push(`${what}: ${why}`),
  })
  await agent.start()
  const stop = async () => {
    await agent.stop()
    beat.stop()
  }
  await eventually(() => expect(agent.connected).toBe(true))
  return { said, credential, stop, renew: createRenewal({ controller, credential, onOutcome: () => {} }).renew }
}

it('a device whose activation gets no answer repeats it and is connected', async () => {
  const device = await aDevice()
  const line = await tcpProxy(Number(new URL(server).port))
  onTestFinished(() => line.close())
  line.loseAnswer()
  const { said, credential, stop } = await start(device, `http://127.0.0.1:${line.port}`)
  expect(said).toEqual(['no credential yet: socket hang up', expect.stringMatching(/^connected: /)])
  await stop()
  const audit = "select 1 from audit where detail ->> 'router_name' = $1 and action = 'activate'"
  expect((await owning.query(audit, [device.router_name])).rows).toHaveLength(1)
  expect(await opens(credential.current())).toBe(true)
})

it('a device whose disk is an image of another device gets a credential of its own', async () => {
  const [first, second] = [await aDevice(), await aDevice()]
  const { credential, stop } = await start(first)
  await stop()
  writeFileSync(join(second.state, 'credential.next'), credential.current())
  const own = await start(second)
  await own.stop()
  expect(own.credential.current()).not.toBe(credential.current())
  expect([await opens(credential.current()), await opens(own.credential.current())]).toEqual([true, true])
})

describe('a server that was restored from a backup', () => {
  const restore = async ({ router_name }: { router_name: string }) => {
    await owning.query('delete from member_credential where router_name = $1', [router_name])
    await owning.query('insert into member_credential select * from saved where router_name = $1', [router_name])
  }

  it('lets in a device that has renewed its credential since, which ends the former one again', async () => {
    const device = await aDevice()
    const before = await start(device)
    await owning.query('drop table if exists saved')
    await owning.query('create temp table saved as table member_credential')
    await before.renew()
    await before.stop()
    const [former, present] = [before.credential.former()!, before.credential.current()]
    expect(await opens(former)).toBe(false)
    await restore(device)
    for (let times = 0; times < 2; times++) {
      const after = await start(device)
      expect(after.said.map((line) => line.replace(/connected: .*/, 'connected'))).toEqual([
        'lost: the credential is refused: Unknown device credential',
        'repeated: the controller knew only the former credential, and accepts the present one again',
        'connected',
      ])
      await after.stop()
      expect([after.credential.current(), await opens(former), await opens(present)]).toEqual([present, false, true])
      // The same backup may be restored once more.
      await restore(device)
    }
  })

  it('lets in a device that was activated since, by the same code', async () => {
    const device = await aDevice()
    const before = await start(device)
    await before.stop()
    const lost = before.credential.current()
    await owning.query('update device set activate_time = null, csr = null where router_name = $1', [device.router_name])
    await owning.query('delete from member_credential where router_name = $1', [device.router_name])
    const after = await start(device)
    await after.stop()
    expect(after.said).toContain('the credential is another now: the device has proved its identity again')
    expect([await opens(lost), await opens(after.credential.current())]).toEqual([false, true])
  })
})

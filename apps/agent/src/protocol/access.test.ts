import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { createAgent } from '../agent.ts'
import { memoryStore } from '../apply/config-store.ts'
import { createBeat } from '../beat.ts'
import { createEther } from '../drivers/simulated/ether.ts'
import { simulatedDriver } from '../drivers/simulated/simulated.ts'
import { createAccess } from './access.ts'
import { type Controller, controllerAt } from './controller.ts'
import { credentialFile } from './credential.ts'
import type { OwnAddresses } from '../own-addresses.ts'
import { Refused } from './enrol.ts'
import { memoryRing } from './event-ring.ts'

const FIRST = 'first'.padEnd(43, '_')
const refusal = JSON.stringify({ code: 401, msg: 'used already', data: null })

/** Starts a controller that refuses each credential, code and password. @param answer answers the calls for a credential instead */
async function aController(answer = (response: ServerResponse, _bearer: string) => void response.end(refusal)) {
  const calls: string[] = []
  const bearerOf = (request: IncomingMessage) => request.headers.authorization?.slice('Bearer '.length) ?? ''
  const server = createServer((request, response) => {
    calls.push(`${request.url?.split('/').at(-1)} ${bearerOf(request)}`)
    if (request.url?.endsWith('/renew')) response.end(refusal)
    else answer(response, bearerOf(request))
  })
  server.on('upgrade', (request, socket) => {
    calls.push(`connect ${bearerOf(request)}`)
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-length: ${refusal.length}\r\nconnection: close\r\n\r\n${refusal}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { controller: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ca: undefined }, calls }
}

/** Returns the access of a device, and a function that lets an hour pass. */
function anAccess(
  controller: Controller,
  proof: { activation_code: string } | { password: string },
  { addresses, random = () => 0 }: { addresses?: OwnAddresses; random?: () => number } = {},
) {
  const state = mkdtempSync(join(tmpdir(), 'weft-access-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  const credential = credentialFile(join(state, 'credential'))
  const said: string[] = []
  let clock = 0
  const access = createAccess({
    controller,
    credential,
    proof: { router_name: 'SN1', ...proof },
    device: () => ({}),
    random,
    addresses,
    now: () => clock,
    said: (sentence) => void said.push(sentence),
  })
  return { credential, access, said, anHourLater: () => void (clock += 3600), pass: (seconds: number) => void (clock += seconds) }
}

it('a device sends the credential that it keeps, the same until it has an answer', async () => {
  let answers = 0
  const { controller, calls } = await aController((response, bearer) => {
    if (++answers < 3) response.destroy()
    else response.end(JSON.stringify({ code: 200, msg: '', data: { credential: bearer } }))
  })
  const { access, credential, said } = anAccess(controller, { activation_code: 'CODE' })
  await access.obtain(false)
  expect(calls).toHaveLength(3)
  expect(new Set(calls)).toEqual(new Set([`activate ${credential.current()}`]))
  expect(credential.current()).toMatch(/^[\w-]{43}$/)
  expect(said).toEqual(['no credential yet: socket hang up'])
})

it('a device with several addresses of its controller gets its credential at the one that answers', async () => {
  const { controller } = await aController(
    (response, bearer) => void response.end(JSON.stringify({ code: 200, msg: '', data: { credential: bearer } })),
  )
  const { access, credential, said } = anAccess(controllerAt(`http://127.0.0.1:1,${controller.server}`, ''), { activation_code: 'CODE' })
  await access.obtain(false)
  expect(credential.given).toBe(true)
  expect(said).toEqual(['no credential yet: connect ECONNREFUSED 127.0.0.1:1'])
})

it('a device uses the credential of a controller that makes it itself', async () => {
  const { controller } = await aController(
    (response) => void response.end(JSON.stringify({ code: 200, msg: '', data: { credential: FIRST } })),
  )
  const { access, credential } = anAccess(controller, { activation_code: 'CODE' })
  await access.obtain(false)
  expect(credential.current()).toBe(FIRST)
})

it('a device whose code is refused gives up, unless it has tunnels to look after', async () => {
  const { controller } = await aController()
  const { access, credential, said } = anAccess(controller, { activation_code: 'CODE' })
  await expect(access.obtain(false)).rejects.toThrow(Refused)
  void access.obtain(true)
  await eventually(() => expect(said).toEqual(['no credential yet: used already']))
  expect(credential.given).toBe(false)
})

it('a device that is refused shows its code again once an hour, and keeps its credential', async () => {
  const { controller, calls } = await aController()
  const { access, credential, said, anHourLater } = anAccess(controller, { activation_code: 'CODE' })
  credential.begin(FIRST)
  for (let i = 0; i < 3; i++) await access.again()
  expect(calls).toHaveLength(1)
  anHourLater()
  await access.again()
  expect(calls).toHaveLength(2)
  expect(credential.current()).toBe(FIRST)
  expect(said).toEqual(['the activation code or password does not help either: used already'])
})

it('a person is not signed in again once the controller has accepted the credential', async () => {
  const { controller, calls } = await aController()
  const { access, credential } = anAccess(controller, { password: 'secret12' })
  credential.begin(FIRST)
  access.accepted()
  await access.again()
  expect(calls).toEqual([])
})

it('a device that is refused tries each credential once a round, and its code in the first round alone', async () => {
  const { controller, calls } = await aController()
  const { access, credential } = anAccess(controller, { activation_code: 'CODE' })
  credential.begin(FIRST)
  const present = credential.next()
  credential.adopt()
  const beat = createBeat()
  const said: string[] = []
  const agent = createAgent({
    controller,
    router_name: 'SN1',
    boot_id: 'b',
    credential,
    driver: simulatedDriver(createEther(), 'SN1', 'router', '1'),
    store: memoryStore(),
    ring: memoryRing(1),
    beat,
    random: () => 0,
    refused: async () => (await access.again(), true),
    said: (what, why) => void said.push(`${what}: ${why}`),
  })
  await agent.start()
  await eventually(() => expect(calls.length).toBeGreaterThanOrEqual(6))
  await agent.stop()
  beat.stop()
  const rounds = [`connect ${present}`, `renew ${FIRST}`]
  expect(calls.slice(0, 6).filter((call) => !call.startsWith('activate'))).toEqual([...rounds, ...rounds, rounds[0]])
  expect(calls[2]).toMatch(/^activate /)
  expect(said.slice(0, 2)).toEqual([
    'lost: the credential is refused: used already',
    'refused: the former credential does not help either: used already',
  ])
})

const given = (response: ServerResponse, credential: string) =>
  void response.end(JSON.stringify({ code: 200, msg: '', data: { credential } }))

it('a device whose credential belongs to another enrolment makes another at once', async () => {
  const bearers: string[] = []
  const { controller } = await aController((response, bearer) => {
    bearers.push(bearer)
    if (bearers.length === 1) response.end(JSON.stringify({ code: 409, msg: 'make another', data: null }))
    else given(response, bearer)
  })
  const { access, credential } = anAccess(controller, { activation_code: 'CODE' })
  const taken = credential.next()
  await access.obtain(false)
  expect(bearers).toEqual([taken, credential.current()])
  expect(credential.current()).not.toBe(taken)
})

it('a device whose credentials all belong to others gives up after the second', async () => {
  const { controller, calls } = await aController(
    (response) => void response.end(JSON.stringify({ code: 409, msg: 'make another', data: null })),
  )
  const { access } = anAccess(controller, { activation_code: 'CODE' })
  await expect(access.obtain(false)).rejects.toThrow('make another')
  expect(new Set(calls).size).toBe(2)
})

it('a device makes no credential for a person who signs in', async () => {
  const { controller } = await aController((response) => given(response, FIRST))
  const { access, credential } = anAccess(controller, { password: 'secret12' })
  const made = vi.spyOn(credential, 'next')
  await access.obtain(false)
  expect(credential.current()).toBe(FIRST)
  expect(made).not.toHaveBeenCalled()
})

it('a refusal is logged again after the controller has accepted the credential meanwhile', async () => {
  const { controller } = await aController()
  const { access, credential, said, anHourLater } = anAccess(controller, { activation_code: 'CODE' })
  credential.begin(FIRST)
  for (let i = 0; i < 2; i++) {
    await access.again()
    access.accepted()
    anHourLater()
  }
  expect(said).toEqual(Array(2).fill('the activation code or password does not help either: used already'))
})

it('the same refusal is logged for each attempt that it ends', async () => {
  const { controller } = await aController()
  const { access, credential, said } = anAccess(controller, { activation_code: 'CODE' })
  void access.obtain(true)
  await eventually(() => expect(said).toHaveLength(1))
  credential.begin(FIRST)
  await access.again()
  expect(said).toEqual(['no credential yet: used already', 'the activation code or password does not help either: used already'])
})

/** A pause that no test waits for: what happens before its end is done at once. */
const FOREVER = () => 10_000

/** Returns a device that reaches the controller from `from`, and a controller that is away until `from` is 192.0.2.7. */
async function aDeviceWithout(from: string | undefined, refuse?: (response: ServerResponse) => void) {
  const world = { from, looks: 0, broken: false }
  const addresses: OwnAddresses = {
    has: (address) => address === world.from,
    async towards() {
      world.looks += 1
      if (world.broken) throw new Error('no sockets are left')
      return world.from
    },
  }
  const { controller, calls } = await aController((response, bearer) => {
    if (world.from === '192.0.2.7') response.end(JSON.stringify({ code: 200, msg: '', data: { credential: bearer } }))
    else if (refuse) refuse(response)
    else response.destroy()
  })
  const device = anAccess(controller, { activation_code: 'CODE' }, { addresses, random: FOREVER })
  /** Has the device look at its addresses once. */
  async function look() {
    const before = world.looks
    device.access.beat()
    await eventually(() => expect(world.looks).toBeGreaterThan(before))
  }
  return { ...device, world, calls, look }
}

it('a device that cannot look at its addresses says so, looks again, and asks for its credential at once when one comes', async () => {
  const { access, credential, said, world, look } = await aDeviceWithout(undefined)
  world.broken = true
  const obtained = access.obtain(false)
  await eventually(() => expect(said).toEqual([expect.stringContaining('no sockets are left')]))
  for (let i = 0; i < 2; i++) await look()
  world.broken = false
  world.from = '192.0.2.7'
  await look()
  await obtained
  expect(credential.given).toBe(true)
})

it('a device whose address comes late asks for its credential at once, without the rest of the pause', async () => {
  const { access, credential, said, world, look } = await aDeviceWithout(undefined)
  const obtained = access.obtain(false)
  await eventually(() => expect(said).toHaveLength(1))
  for (let i = 0; i < 3; i++) await look()
  world.from = '192.0.2.7'
  await look()
  await obtained
  expect(credential.given).toBe(true)
})

it('a device whose addresses come and go asks once in five seconds, and loses no change', async () => {
  const { access, credential, said, calls, pass, world, look } = await aDeviceWithout('192.0.2.1')
  const obtained = access.obtain(false)
  await eventually(() => expect(said).toHaveLength(1))
  world.from = '192.0.2.2'
  await look()
  await eventually(() => expect(calls).toHaveLength(2))
  // The device looks once it pauses again, and not while it asks.
  world.from = '192.0.2.7'
  const looked = world.looks
  await eventually(() => {
    access.beat()
    expect(world.looks).toBeGreaterThan(looked)
  })
  for (let i = 0; i < 3; i++) await look()
  expect(calls).toHaveLength(2)
  pass(5)
  await look()
  await obtained
  expect(credential.given).toBe(true)
})

it('a device that the controller itself refuses waits, whatever becomes of its addresses', async () => {
  const busy = JSON.stringify({ code: 429, msg: 'busy', data: { retry_after: 30 } })
  const { access, said, calls, world } = await aDeviceWithout('192.0.2.1', (response) => void response.end(busy))
  void access.obtain(false)
  await eventually(() => expect(said).toHaveLength(1))
  const looks = world.looks
  world.from = '192.0.2.2'
  for (let i = 0; i < 3; i++) access.beat()
  expect([world.looks, calls.length]).toEqual([looks, 1])
})

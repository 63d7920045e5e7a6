import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_VERSION, hashOf, type MemberDocument } from '@weft/member-config'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../server/test/eventually.ts'
import { createAgent } from './agent.ts'
import { fileStore } from './apply/config-store.ts'
import { createBeat } from './beat.ts'
import { createEther } from './drivers/simulated/ether.ts'
import { simulatedDriver } from './drivers/simulated/simulated.ts'
import { openDevice } from './drivers/openvpn-frr/device.ts'
import { createAccess } from './protocol/access.ts'
import { credentialFile } from './protocol/credential.ts'
import { durableRing } from './protocol/event-ring.ts'

const ROUTER = 'SN00000001'
const document: MemberDocument = { version: DOCUMENT_VERSION, router_name: ROUTER, networks: [] }
const CONFIG = { applied: { revision: 7, hash: hashOf(document), document }, pending: null }
const TRUST = { hash: 'a hash', networks: [] }
const [FORMER, CREDENTIAL] = ['former'.padEnd(43, '_'), 'present'.padEnd(43, '_')]
/** No test listens at a port of the system: the controller is away. */
const controller = { server: 'http://127.0.0.1:1', ca: undefined }

let state: string
/** The device's private key before its file is damaged. */
let key: string
/** The lines that the agent logged while it wrote its first state. */
let wrote: string[]
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'weft-state-'))
  const sound = open()
  key = sound.key()
  sound.device.trust.save(TRUST)
  await sound.store.save(CONFIG)
  sound.credential.begin(FORMER)
  writeFileSync(file('credential.next'), CREDENTIAL)
  sound.credential.adopt()
  sound.ring.append({ type: 'link_up', network_number: '1000000001', who: 'SN2', vpn_ip: null, address: '203.0.113.5', since: 1 })
  wrote = sound.log
})
afterEach(() => rmSync(state, { recursive: true }))

const file = (name: string) => join(state, name)

/** Reads the state as the agent of a device does when it starts. */
function open() {
  const log: string[] = []
  const said = (sentence: string) => void log.push(sentence)
  const credential = credentialFile(file('credential'), said)
  const device = openDevice({
    servers: [controller.server],
    router_name: ROUTER,
    state,
    run: file('run'),
    credential: credential.current,
    log: { info: said, warn: said },
  })
  const key = () => readFileSync(file('device.key'), 'utf8')
  return {
    log,
    said,
    credential,
    device,
    key,
    store: fileStore(file('config.json'), said),
    ring: durableRing(file('events.jsonl'), 100, said),
  }
}

/** Starts the agent of the device with what is on its disk, until it has applied something. */
async function start() {
  const { log, said, credential, device, key, store, ring } = open()
  const applied: (MemberDocument | null)[] = []
  const beat = createBeat()
  const access = createAccess({
    controller,
    credential,
    proof: undefined,
    device: () => ({}),
    random: Math.random,
    now: () => 0,
    said,
  })
  const agent = createAgent({
    controller,
    router_name: ROUTER,
    boot_id: device.boot_id,
    credential,
    driver: { ...simulatedDriver(createEther(), ROUTER, 'router', '1'), apply: async (next) => (applied.push(next), []) },
    trust: device.trust,
    store,
    ring,
    beat,
    random: Math.random,
    admitted: () => access.obtain(agent.status().applied !== null || agent.status().pending !== null),
  })
  const started = agent.start()
  onTestFinished(async () => {
    await agent.stop()
    beat.stop()
  })
  await eventually(() => expect(applied).toHaveLength(1))
  return { log, applied, credential, trust: device.trust, key: key(), events: ring.size, started }
}

const damages = [
  ['halved', (path: string) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  ['emptied', (path: string) => truncateSync(path, 0)],
  ['removed', (path: string) => rmSync(path)],
] as const

describe.each(['config.json', 'trust.json', 'device.key', 'credential'])('%s', (name) => {
  it.each(damages)('%s costs nothing, and the log names it', async (_, damage) => {
    damage(file(name))
    const { log, applied, credential, trust, key: kept } = await start()
    expect(applied).toEqual([document])
    expect(wrote).toEqual([])
    expect([credential.current(), credential.former(), trust.current(), kept]).toEqual([CREDENTIAL, FORMER, TRUST, key])
    expect(log).toEqual([`${file(name)} cannot be used: its copy takes its place`])
    expect(readFileSync(file(name))).toEqual(readFileSync(`${file(name)}.copy`))
  })
})

describe.each(['config.json', 'trust.json', 'device.key', 'credential'])('the copy of %s', (name) => {
  it.each(damages)('%s is written anew', async (how, damage) => {
    damage(`${file(name)}.copy`)
    const { log, applied } = await start()
    expect(applied).toEqual([document])
    expect(log).toEqual(how === 'removed' ? [] : [`${file(name)}.copy cannot be used: it is written anew`])
    expect(readFileSync(`${file(name)}.copy`)).toEqual(readFileSync(file(name)))
  })
})

it.each(damages)('a former credential that is %s counts as none', async (_, damage) => {
  damage(file('credential.former'))
  const { applied, credential } = await start()
  expect(applied).toEqual([document])
  expect([credential.current(), credential.former()]).toEqual([CREDENTIAL, undefined])
})

it.each(damages)('events that are %s cost no more than themselves', async (_, damage) => {
  damage(file('events.jsonl'))
  const { applied, events } = await start()
  expect(applied).toEqual([document])
  expect(events).toBe(0)
})

describe('if a file and its copy are lost', () => {
  const lose = (name: string) => {
    for (const path of [file(name), `${file(name)}.copy`]) truncateSync(path, 0)
  }

  it('the configuration is empty until the controller sends it, and the log says so', async () => {
    lose('config.json')
    const { log, applied } = await start()
    expect(applied).toEqual([null])
    expect(log).toEqual([`${file('config.json')} cannot be used, and there is no copy of it that can`])
  })

  it('a device without its credential shows the former one', async () => {
    lose('credential')
    const { applied, credential, log } = await start()
    expect(applied).toEqual([document])
    expect(credential.current()).toBe(FORMER)
    expect(log).toEqual([`${file('credential')} cannot be used, and there is no copy of it that can`])
  })

  it('a device without any credential runs its configuration and says what it lacks', async () => {
    lose('credential')
    rmSync(file('credential.former'))
    const { applied, credential, log, started } = await start()
    expect(applied).toEqual([document])
    await eventually(() => expect(log.at(-1)).toBe('no credential yet: neither an activation code nor a password was given'))
    expect(credential.given).toBe(false)
    // It goes on, because it has a configuration to look after.
    let isOver = false
    void started.finally(() => (isOver = true)).catch(() => {})
    await new Promise((turn) => setImmediate(turn))
    expect(isOver).toBe(false)
  })
})

it('a device that has written a file but not yet its copy when the power fails starts with the file', async () => {
  const { credential } = open()
  copyFileSync(`${file('credential')}.copy`, file('older'))
  const next = credential.next()
  credential.adopt()
  copyFileSync(file('older'), `${file('credential')}.copy`)
  expect((await start()).credential.current()).toBe(next)
  expect(readFileSync(`${file('credential')}.copy`, 'utf8')).toBe(next)
  expect(existsSync(file('credential.next'))).toBe(false)
})

it.each(['config.json', 'device.key', 'credential'])('a device that cannot read %s and its copy changes neither', async (name) => {
  for (const path of [file(name), `${file(name)}.copy`]) {
    rmSync(path)
    mkdirSync(path)
  }
  await expect(async () => open().store.load()).rejects.toThrow('EISDIR')
})

describe.each([
  ['a folder', (path: string) => mkdirSync(path)],
  // A file that is replaced by renaming another would lose it.
  ['a link to itself', (path: string) => symlinkSync(path, path)],
] as const)('files that cannot be read, such as %s,', (_, hide) => {
  const hidden = (...names: string[]) => {
    for (const name of names) {
      rmSync(file(name), { force: true })
      hide(file(name))
    }
    const kinds = () => names.map((name) => lstatSync(file(name)).mode)
    const before = kinds()
    return () => expect(kinds()).toEqual(before)
  }

  it('cost no tunnel if they are those of events', async () => {
    const unchanged = hidden('events.jsonl')
    const { applied, log } = await start()
    expect(applied).toEqual([document])
    expect(log).toEqual([expect.stringMatching(/events.jsonl cannot be read, and new events are kept in memory alone: E(ISDIR|LOOP)/)])
    const { ring } = open()
    ring.append({ type: 'link_up', network_number: '1000000001', who: 'SN2', vpn_ip: null, address: null, since: 1 })
    expect(ring.size).toBe(1)
    unchanged()
  })

  it('cost no tunnel if they are those of the trust', async () => {
    const unchanged = hidden('trust.json', 'trust.json.copy')
    const { applied, log, trust } = await start()
    expect(applied).toEqual([document])
    expect(trust.current()).toBeNull()
    expect(log).toEqual([expect.stringMatching(/trust.json cannot be read, and neither can its copy: E(ISDIR|LOOP)/)])
    unchanged()
    // What the controller sends now is newer than what cannot be read.
    trust.save(TRUST)
    expect(trust.current()).toEqual(TRUST)
  })
})

describe.each([
  ['trust.json', () => open().device.trust.save({ ...TRUST, hash: 'another hash' })],
  ['credential', () => open().credential.begin('third'.padEnd(43, '_'))],
] as const)('a copy of %s that cannot be written', (name, change) => {
  it('is removed, because the one before is no longer valid', () => {
    mkdirSync(`${file(name)}.copy.new`)
    change()
    expect(existsSync(`${file(name)}.copy`)).toBe(false)
  })
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentMessage } from '@weft/contract/agent-protocol'
import { DOCUMENT_VERSION, hashOf, type MemberDocument } from '@weft/member-config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Ack, createConfigMachine, type Offer } from './config-machine.ts'
import { type ConfigState, type ConfigStore, fileStore, memoryStore } from './config-store.ts'

const CONFIRM_SECONDS = 60

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const documentOf = (number: number): MemberDocument => ({
  version: DOCUMENT_VERSION,
  router_name: 'SN1',
  networks: [
    {
      network_number: `${1_000_000_000 + number}`,
      position: 'point',
      kind: 'hardware',
      ciphers: 'default',
      dns: [],
      dial_mode: 1,
      quagga: false,
      default_route: { model: 0, metric: null },
      prefixes: [],
      pop_links: [],
      links: [],
      services: null,
    },
  ],
})
const offerOf = (revision: number, document: unknown = documentOf(revision)): Offer => ({
  type: 'config.offer',
  revision,
  document,
  hash: hashOf(document),
  confirm_seconds: CONFIRM_SECONDS,
})

/**
 * Returns a device that runs the document applied last.
 * @param boot_id another one if the device itself has started again
 * @param makeRoom frees what can be spared of its disk
 */
function device(store: ConfigStore = memoryStore(), boot_id = 'first boot', makeRoom?: () => void) {
  const acks: Ack[] = []
  const logged: string[] = []
  const applied: (MemberDocument | null)[] = []
  let failing = 0
  let failure = 'the service\ndid not come up'
  const machine = createConfigMachine({
    router_name: 'SN1',
    store,
    boot_id,
    makeRoom,
    uptime: () => 1000 + performance.now() / 1000,
    acknowledge: (ack) => void acks.push(ack),
    log: (why) => void logged.push(why),
    async apply(next) {
      if (failing > 0) {
        failing -= 1
        throw new Error(failure)
      }
      applied.push(next)
      return ['done']
    },
  })
  return {
    machine,
    acks,
    logged,
    applied,
    store,
    runs: () => applied.at(-1)?.networks[0]?.network_number ?? null,
    phases: () => acks.map((ack) => ack.phase),
    failNext(times = 1, words = failure) {
      failing = times
      failure = words
    },
    /** Offers a revision and confirms it. */
    async accept(revision: number) {
      machine.offer(offerOf(revision))
      await machine.idle()
      machine.confirm(revision)
      await machine.idle()
      acks.length = 0
    },
  }
}
/** Returns a store that saves nothing while its disk is full. */
function storeOn(disk: { full: boolean }): ConfigStore {
  const kept = memoryStore()
  return { load: kept.load, save: (state) => (disk.full ? Promise.reject(new Error('ENOSPC')) : kept.save(state)) }
}
const number = (n: number) => `${1_000_000_000 + n}`

test('a confirmed configuration stays', async () => {
  const { machine, runs, phases } = device()
  await machine.start()
  machine.offer(offerOf(1))
  await machine.idle()
  expect(machine.status()).toEqual({ applied: null, pending: { revision: 1, hash: offerOf(1).hash } })
  machine.confirm(1)
  await machine.idle()
  await vi.advanceTimersByTimeAsync(2 * CONFIRM_SECONDS * 1000)
  expect(phases()).toEqual(['received', 'validated', 'applied', 'confirmed'])
  expect(runs()).toBe(number(1))
  expect(machine.status()).toEqual({ applied: { revision: 1, hash: offerOf(1).hash }, pending: null })
})

test('without a confirmation the device goes back to the former configuration by itself', async () => {
  const { machine, runs, phases, accept } = device()
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  expect(runs()).toBe(number(2))
  await vi.advanceTimersByTimeAsync((CONFIRM_SECONDS - 1) * 1000)
  expect(runs()).toBe(number(2))
  await vi.advanceTimersByTimeAsync(1000)
  await machine.idle()
  expect(runs()).toBe(number(1))
  expect(phases().at(-1)).toBe('rolled_back')
  expect(machine.status()).toEqual({ applied: { revision: 1, hash: offerOf(1).hash }, pending: null })
})

test('a confirmation of another revision does not count', async () => {
  const { machine, runs, accept } = device()
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  machine.confirm(1)
  await vi.advanceTimersByTimeAsync(CONFIRM_SECONDS * 1000)
  await machine.idle()
  expect(runs()).toBe(number(1))
})

test('a document that cannot be applied is undone at once, and the reason is reported in one line', async () => {
  const { machine, runs, acks, accept, failNext } = device()
  await machine.start()
  await accept(1)
  failNext()
  machine.offer(offerOf(2))
  await machine.idle()
  expect(runs()).toBe(number(1))
  expect(acks.at(-1)).toMatchObject({ phase: 'failed', revision: 2, errors: ['the service did not come up'] })
})

test('the reason of a failure is cut to what the controller accepts, between two characters', async () => {
  const { machine, acks, failNext } = device()
  await machine.start()
  failNext(1, `${'x'.repeat(499)}😀`)
  machine.offer(offerOf(1))
  await machine.idle()
  expect(AgentMessage.safeParse(acks.at(-1)).success).toBe(true)
})

test('of several offers the latest wins', async () => {
  const { machine, applied, phases } = device()
  await machine.start()
  for (const revision of [1, 2, 3]) machine.offer(offerOf(revision))
  await machine.idle()
  expect(applied.filter((document) => document !== null)).toEqual([documentOf(3)])
  expect(phases()).toEqual(['received', 'validated', 'applied'])
})

test('a lower revision is ignored, and the same one is acknowledged without a change', async () => {
  const { machine, applied, phases, accept } = device()
  await machine.start()
  await accept(5)
  const changes = applied.length
  machine.offer(offerOf(4))
  machine.offer(offerOf(5))
  await machine.idle()
  expect(phases()).toEqual(['confirmed'])
  expect(applied).toHaveLength(changes)
})

test.each([
  ['for another device', offerOf(2, { ...documentOf(2), router_name: 'SN2' })],
  ['without the right hash', { ...offerOf(2), hash: 'f'.repeat(64) }],
  ['with a field that no version has', offerOf(2, { ...documentOf(2), script: 'rm' })],
])('a document %s is refused and changes nothing', async (_, offer) => {
  const { machine, runs, phases, accept } = device()
  await machine.start()
  await accept(1)
  machine.offer(offer)
  await machine.idle()
  expect(phases()).toEqual(['received', 'failed'])
  expect(runs()).toBe(number(1))
})

/** Simulates a power failure: after so many saves nothing reaches the disk and nothing continues. */
function failingAfter(saves: number, kept: ConfigStore): ConfigStore {
  let left = saves
  return {
    load: () => kept.load(),
    save: (state) => (left-- > 0 ? kept.save(state) : new Promise<void>(() => {})),
  }
}

test.each([0, 1, 2])('an agent that ended after %i saves of a change comes back with one of two configurations, whole', async (saves) => {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  const dying = device(failingAfter(saves, kept))
  await dying.machine.start()
  dying.machine.offer(offerOf(2))
  await vi.advanceTimersByTimeAsync(10)

  const after = device(kept)
  await after.machine.start()
  expect(after.runs()).toBe(saves === 2 ? number(2) : number(1))
  await vi.advanceTimersByTimeAsync(CONFIRM_SECONDS * 1000)
  await after.machine.idle()
  expect(after.runs()).toBe(number(1))
  expect(after.machine.status()).toEqual({ applied: { revision: 1, hash: offerOf(1).hash }, pending: null })
})

test('an agent goes back at its start if the deadline passed while it was away', async () => {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  before.machine.offer(offerOf(2))
  await before.machine.idle()
  await before.machine.stop()
  await vi.advanceTimersByTimeAsync(CONFIRM_SECONDS * 1000)
  const after = device(kept)
  await after.machine.start()
  expect(after.runs()).toBe(number(1))
})

test('a change that waits for its confirmation is taken back when the device starts again, whatever its clock says', async () => {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  before.machine.offer(offerOf(2))
  await before.machine.idle()
  await before.machine.stop()
  vi.setSystemTime(0)
  const after = device(kept, 'second boot')
  await after.machine.start()
  expect(after.runs()).toBe(number(1))
  expect(after.machine.status()).toEqual({ applied: { revision: 1, hash: offerOf(1).hash }, pending: null })
})

test.each([-86_400, 86_400])('the deadline of a change does not move when the time of day is set by %i seconds', async (seconds) => {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  before.machine.offer(offerOf(2))
  await before.machine.idle()
  await before.machine.stop()
  vi.setSystemTime(Date.now() + seconds * 1000)
  const after = device(kept)
  await after.machine.start()
  await vi.advanceTimersByTimeAsync((CONFIRM_SECONDS - 1) * 1000)
  expect(after.runs()).toBe(number(2))
  await vi.advanceTimersByTimeAsync(1000)
  await after.machine.idle()
  expect(after.runs()).toBe(number(1))
  expect(after.phases()).toEqual(['rolled_back'])
})

/** Returns a device that runs revision 1 and starts again, when everything that it tries fails so many times. */
async function startedAgain(failures: number) {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  await before.machine.stop()
  const after = device(kept, 'second boot')
  after.failNext(failures)
  await after.machine.start()
  return after
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a start that fails is repeated until it succeeds, with pauses that grow to a minute, and says why meanwhile', async () => {
  const { machine, applied, runs, acks } = await startedAgain(7)
  for (const pause of [5, 10, 20, 40, 60, 60, 60]) {
    expect(machine.fault()).toBe('the service did not come up')
    await pass(pause - 1)
    expect(applied).toEqual([])
    await pass(1)
  }
  expect(runs()).toBe(number(1))
  expect(machine.fault()).toBeUndefined()
  expect(acks.slice(0, 7).map((ack) => ack.phase)).toEqual(Array(7).fill('failed'))
  expect(acks.slice(7)).toMatchObject([{ phase: 'confirmed', revision: 1 }])
  await pass(600)
  expect(applied).toHaveLength(1)
})

test('a device that could not start takes another configuration, or the same once more, at once', async () => {
  for (const revision of [1, 2]) {
    const { machine, applied, phases } = await startedAgain(1)
    machine.offer(offerOf(revision))
    await machine.idle()
    expect(phases()).toEqual(['failed', 'received', 'validated', 'applied'])
    machine.confirm(revision)
    await machine.idle()
    expect(machine.fault()).toBeUndefined()
    await pass(600)
    expect(applied).toEqual([documentOf(revision)])
  }
})

test('certificates that could not be taken over are tried again', async () => {
  const { machine, applied, phases, accept, failNext } = device()
  await machine.start()
  await accept(1)
  failNext()
  machine.again()
  await machine.idle()
  const before = applied.length
  await pass(5)
  expect(applied).toHaveLength(before + 1)
  expect(phases()).toEqual(['failed', 'confirmed'])
})

test('a change that is restored at the start and does not run is not confirmed, and goes back at its deadline', async () => {
  const kept = memoryStore()
  const before = device(kept)
  await before.machine.start()
  await before.accept(1)
  before.machine.offer(offerOf(2))
  await before.machine.idle()
  await before.machine.stop()
  const after = device(kept)
  after.failNext(4)
  await after.machine.start()
  expect(after.machine.status().pending).toBeNull()
  after.machine.confirm(2)
  await pass(CONFIRM_SECONDS + 60)
  await after.machine.idle()
  expect(after.runs()).toBe(number(1))
  expect(after.machine.status()).toEqual({ applied: { revision: 1, hash: offerOf(1).hash }, pending: null })
})

test('a way back that fails at the deadline is tried again', async () => {
  const { machine, runs, phases, accept, failNext } = device()
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  failNext(2)
  await pass(CONFIRM_SECONDS + 15)
  await machine.idle()
  expect(runs()).toBe(number(1))
  expect(phases().slice(-4)).toEqual(['failed', 'failed', 'rolled_back', 'confirmed'])
})

test('a confirmation that cannot be saved leaves the deadline as it is', async () => {
  const disk = { full: false }
  const { machine, runs, accept } = device(storeOn(disk))
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  disk.full = true
  machine.confirm(2)
  await machine.idle()
  disk.full = false
  await pass(CONFIRM_SECONDS)
  await machine.idle()
  expect(runs()).toBe(number(1))
})

test('a newer change that cannot be saved leaves the deadline of the former one as it is', async () => {
  const disk = { full: false }
  const { machine, runs, accept } = device(storeOn(disk))
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  disk.full = true
  machine.offer(offerOf(3))
  await machine.idle()
  disk.full = false
  await pass(CONFIRM_SECONDS)
  await machine.idle()
  expect(runs()).toBe(number(1))
})

test('a change that takes the place of another at its deadline is not undone with it', async () => {
  const { machine, runs, accept } = device()
  await machine.start()
  await accept(1)
  machine.offer(offerOf(2))
  await machine.idle()
  // Its turn comes before that of the deadline.
  machine.offer(offerOf(3))
  vi.advanceTimersByTime(CONFIRM_SECONDS * 1000)
  await machine.idle()
  expect(runs()).toBe(number(3))
})

test('the reason of a failed attempt is logged once, until it is another one', async () => {
  const { machine, accept, failNext, logged } = device()
  await machine.start()
  await accept(1)
  failNext(3, 'the disk is full')
  machine.again()
  await machine.idle()
  await pass(5)
  await machine.idle()
  failNext(1, 'no such device')
  await pass(10)
  await machine.idle()
  expect(logged).toEqual(['the disk is full', 'no such device'])
})

test('the state on disk is read back as it was, and is ignored if it was tampered with', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'weft-config-')), 'config.json')
  const state: ConfigState = { applied: { revision: 1, hash: offerOf(1).hash, document: documentOf(1) }, pending: null }
  await fileStore(path).save(state)
  expect(await fileStore(path).load()).toEqual(state)
  await fileStore(path).save({ ...state, applied: { ...state.applied!, document: documentOf(2) } })
  expect(await fileStore(path).load()).toEqual({ applied: null, pending: null })
})

test('a document of an earlier version on the disk is ignored', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'weft-config-')), 'config.json')
  const document = {
    version: 1,
    router_name: 'SN1',
    networks: [{ network_number: number(1), position: 'point', dial_mode: 1, ciphers: 'default', links: [] }],
  }
  const applied = { revision: 1, hash: hashOf(document), document }
  writeFileSync(path, JSON.stringify({ applied, pending: null }))
  expect(await fileStore(path).load()).toEqual({ applied: null, pending: null })
})

test('a disk that logs have filled has room for a change', async () => {
  const disk = { full: true }
  const { machine, phases } = device(storeOn(disk), 'first boot', () => void (disk.full = false))
  await machine.start()
  machine.offer(offerOf(1))
  await machine.idle()
  expect(phases()).toEqual(['received', 'validated', 'applied'])
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_VERSION, hashOf, type MemberDocument } from '@weft/member-config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Ack, createConfigMachine, type Offer } from './config-machine.ts'
import { type ConfigState, type ConfigStore, fileStore, memoryStore } from './config-store.ts'

const CONFIRM_SECONDS = 60

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
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

/** Returns a device that runs the document applied last. */
function device(store: ConfigStore = memoryStore()) {
  const acks: Ack[] = []
  const applied: (MemberDocument | null)[] = []
  let failing = 0
  const machine = createConfigMachine({
    router_name: 'SN1',
    store,
    acknowledge: (ack) => void acks.push(ack),
    async apply(next) {
      if (failing > 0) {
        failing -= 1
        throw new Error('the service\ndid not come up')
      }
      applied.push(next)
      return ['done']
    },
  })
  return {
    machine,
    acks,
    applied,
    store,
    runs: () => applied.at(-1)?.networks[0]?.network_number ?? null,
    phases: () => acks.map((ack) => ack.phase),
    failNext: () => void (failing = 1),
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
  vi.setSystemTime(Date.now() + CONFIRM_SECONDS * 1000)
  const after = device(kept)
  await after.machine.start()
  expect(after.runs()).toBe(number(1))
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

import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Figures } from '../../src/quality/tally.ts'
import { addNamespace, type Namespace, sweep, whyNot } from './namespaces.ts'

const why = whyNot()
const MEASURE = new URL('measure.ts', import.meta.url).pathname
const WIRE = new URL('lossy-wire.py', import.meta.url).pathname
const DELAY_MS = 20
const EVERY_SECOND = { timeout: 120_000, interval: 1000 }

describe.skipIf(why)('the quality of a way that delays and loses packets', () => {
  let near: Namespace
  let far: Namespace
  const children: ChildProcess[] = []
  /** Starts a program of the test, and returns its lines once it is ready. */
  async function started(child: ChildProcess): Promise<AsyncIterator<string>> {
    children.push(child)
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]()
    child.stderr?.pipe(process.stderr)
    expect((await lines.next()).value).toBe('ready')
    return lines
  }
  /** Lays a wire between the namespaces, and returns a function that asks what was measured over it until then. */
  async function measuring(subnet: number, lose_out: number, lose_back: number): Promise<() => Promise<Figures | null>> {
    const [name, own, other] = [`w${subnet}`, `10.77.${subnet}.1`, `10.77.${subnet}.2`]
    await started(near.spawn(['python3', WIRE, near.name, name, far.name, name, String(DELAY_MS), String(lose_out), String(lose_back)]))
    for (const [namespace, address] of [
      [near, own],
      [far, other],
    ] as const) {
      await namespace.in('ip', 'addr', 'add', `${address}/24`, 'dev', name)
      await namespace.in('ip', 'link', 'set', name, 'up')
    }
    await started(far.spawn([process.execPath, MEASURE, 'answer', other, own]))
    const sender = near.spawn([process.execPath, MEASURE, 'measure', own, other])
    const lines = await started(sender)
    return async () => {
      sender.stdin?.write('\n')
      return JSON.parse((await lines.next()).value as string) as Figures | null
    }
  }

  beforeAll(async () => {
    near = await addNamespace('near')
    far = await addNamespace('far')
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    sweep()
  })

  it('has the time there and back that the wire takes', async () => {
    const figures = await measuring(1, 0, 0)
    let fastest = Infinity
    // The programs of a busy machine answer late, but not every time.
    await vi.waitFor(async () => {
      fastest = Math.min(fastest, (await figures())?.rtt_min ?? Infinity)
      expect(fastest).toBeLessThan(2 * DELAY_MS + DELAY_MS / 4)
    }, EVERY_SECOND)
    expect(fastest).toBeGreaterThanOrEqual(2 * DELAY_MS)
  })

  it('has the loss of each direction, measured ten times a second once a packet is lost', async () => {
    const figures = await measuring(2, 10, 20)
    const whole = { sent: 0, reflected: 0, received: 0 }
    await vi.waitFor(async () => {
      const minute = await figures()
      for (const count of ['sent', 'reflected', 'received'] as const) whole[count] += minute?.[count] ?? 0
      expect(whole.sent).toBeGreaterThan(200)
    }, EVERY_SECOND)
    const lost = (before: number, after: number) => (100 * (before - after)) / before
    expect(Math.abs(lost(whole.sent, whole.reflected) - 10)).toBeLessThan(5)
    expect(Math.abs(lost(whole.reflected, whole.received) - 5)).toBeLessThan(5)
  })
})

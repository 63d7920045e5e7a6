import { expect, test } from 'vitest'
import { z } from 'zod'
import { deviceNumbers, fitNumbers } from './numbers.ts'
import {
  AgentMessage,
  DeviceCheck,
  MAX_AGENT_FRAME_BYTES,
  MAX_CHECKED,
  MAX_EVENTS,
  MAX_INTERFACES,
  MAX_MINUTES,
  MAX_QUALITY,
  MAX_TUNNELS,
  RECENT_OPS,
} from './protocol.ts'

interface Schema {
  type?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  [more: string]: unknown
}

/** Returns the numbers of a schema, by the names of their fields. */
function numbersOf(schema: Schema, name = ''): [string, Schema][] {
  const own: [string, Schema][] = schema.type === 'number' || schema.type === 'integer' ? [[name, schema]] : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => numbersOf(inner, field))
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Schema[] | undefined) ?? [])
  const items = schema.items ? [schema.items as Schema] : []
  return [...own, ...fields, ...[...parts, ...items].flatMap((one) => numbersOf(one, name))]
}

test.each([
  ['a message', AgentMessage],
  ['a check', DeviceCheck],
])('every number of %s is in the table, and its schema refuses what the table refuses', (_, schema) => {
  const found = numbersOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema)
  expect(found.length).toBeGreaterThan(5)
  for (const [name, { minimum = -Infinity, maximum = Infinity }] of found) {
    expect(Object.keys(deviceNumbers)).toContain(name)
    const { least, most, below, above } = deviceNumbers[name as keyof typeof deviceNumbers]
    expect([name, below === 'refused' ? minimum : least]).toEqual([name, least])
    expect([name, above === 'refused' ? maximum : most]).toEqual([name, most])
  }
})

test('a number outside of its range is taken as the nearest, and counted', () => {
  const tunnel = { network_number: '1', who: 'x1', dialled: true, since: Number.MAX_SAFE_INTEGER, input: 5, out: 9e15 }
  const message = { type: 'tunnels', now: -Number.MAX_SAFE_INTEGER, tunnels: [tunnel] }
  const parsed = AgentMessage.parse(message)
  expect(fitNumbers(parsed)).toBe(3)
  expect(parsed).toEqual({ ...message, now: 0, tunnels: [{ ...tunnel, since: 253_402_300_799, out: 1e15 }] })
  expect(fitNumbers(parsed)).toBe(0)
})

test('what a device returns is not looked through', () => {
  expect(fitNumbers({ type: 'op.result', op_id: 'x', ok: true, error: null, data: { now: -1 } })).toBe(0)
})

const LONG_NAME = `${'n'.repeat(40)}@${'s'.repeat(20)}`
const at = 1_764_466_020
const figures = { sent: 600, reflected: 600, received: 600, longest_gap: 86_400_000, reordered: 100, time: at }
const times = { rtt_min: 1234.567, rtt_p50: 1234.567, rtt_p95: 1234.567, rtt_max: 1234.567, jitter_out: 1234.567, jitter_back: 1234.567 }
const event = { seq: Date.now(), type: 'client_down', vpn_ip: '10.100.200.100', address: '198.51.100.100', since: at } as const
const bytes = { input: 123_456_789_012_345, out: 123_456_789_012_345 }
const link = { network_number: '1000000000', who: LONG_NAME }

const measured = { rtt: 1234.567, jitter: 1234.567, loss: 33.333 }
const check: DeviceCheck = {
  uptime: at,
  load: 12.34,
  memory: 99.99,
  clock_ahead: -at,
  gateway: { address: '198.51.100.100', measured },
  tunnels: Array.from({ length: MAX_CHECKED }, () => ({
    network_number: '1000000000',
    router_name: LONG_NAME,
    ov_id: '123456789012345678',
    up: true,
    measured,
  })),
}
const hello: AgentMessage = {
  type: 'hello',
  router_name: LONG_NAME,
  agent_version: '9.9.9',
  capabilities: 8,
  boot_id: 'b'.repeat(36),
  applied: null,
  pending: null,
  recent_ops: Array.from({ length: RECENT_OPS }, () => ({ op_id: 'o'.repeat(36), ok: true, error: null, data: check })),
  device: { os: 'WeftOS', version: '3.2.1' },
  interfaces: Array.from({ length: MAX_INTERFACES }, () => ({
    interface: 'enp0s31f6.1234567890',
    interface_uuid: 'u'.repeat(36),
    protocol: 'static',
    ip: '198.51.100.100',
    ipv4: '198.51.100.100',
    ipv4_subnet_mask: '255.255.255.0',
    mtu: 1500,
  })),
}

test.each<AgentMessage>([
  hello,
  { type: 'event', oldest: 1, now: at, events: Array.from({ length: MAX_EVENTS }, () => ({ ...event, ...link, ...bytes })) },
  {
    type: 'telemetry',
    now: at,
    minutes: Array.from({ length: MAX_MINUTES }, () => ({ interface: 'enp0s31f6.1234567890', time: at, down: 3e12, upload: 3e12 })),
  },
  { type: 'tunnels', now: at, tunnels: Array.from({ length: MAX_TUNNELS }, () => ({ ...link, dialled: false, since: at, ...bytes })) },
  { type: 'quality', now: at, minutes: Array.from({ length: MAX_QUALITY }, () => ({ ...link, ...figures, ...times })) },
])('a full message of $type fits into a frame', (message) => {
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MAX_AGENT_FRAME_BYTES)
})

import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type Drain, databaseCheck, type HealthChecks, serveHealth } from './health.ts'

async function ask(checks: HealthChecks, drain?: Drain) {
  const app = Fastify()
  serveHealth(app, { version: '1.2.3', checks, drain })
  const [ready, alive] = [await app.inject('/readyz'), await app.inject('/healthz')]
  await app.close()
  return { status: ready.statusCode, body: ready.json(), alive: [alive.statusCode, alive.json()] }
}
const alive = [200, { status: 'ok', version: '1.2.3' }]
const lost = async () => {
  throw new Error('gone')
}
const database = (ping: () => Promise<void>, writable: () => Promise<boolean>) => ({ database: databaseCheck({ ping, writable }) })

it('a listener without checks is ready, unless the server is draining', async () => {
  const drain = { draining: false }
  expect(await ask({}, drain)).toEqual({ status: 200, body: { server: 'ok' }, alive })
  drain.draining = true
  expect(await ask({}, drain)).toEqual({ status: 503, body: { server: 'draining' }, alive })
})

it('a database that cannot be reached is down, and one that takes no writes is readonly: neither is ready, and the listener is alive', async () => {
  const fine = async () => {}
  expect(await ask(database(fine, async () => true))).toEqual({ status: 200, body: { server: 'ok', database: 'ok' }, alive })
  expect(await ask(database(fine, async () => false))).toEqual({ status: 503, body: { server: 'ok', database: 'readonly' }, alive })
  expect(await ask(database(lost, async () => true))).toEqual({ status: 503, body: { server: 'ok', database: 'down' }, alive })
})

it('every part is named with its state, also if another part is down', async () => {
  const checks: HealthChecks = { jobs: () => 'ok', bus: lost, other: () => 'busy' }
  expect(await ask(checks)).toEqual({ status: 503, body: { server: 'ok', jobs: 'ok', bus: 'down', other: 'busy' }, alive })
})

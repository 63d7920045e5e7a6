import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, it } from 'vitest'
import { contract, type Endpoint } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import type { AccountDb, ReadingDb } from '../db/client.ts'
import { type Door, implement, lagging } from './implement.ts'

const SOURCES = join(import.meta.dirname, '..')

it('these calls alone may be answered from a replica', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.routes.ts'))
    .flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^ +(\w+): lagging\(/gm)].map(
        ([, name]) => `${file.replace(/^.*\//, '')} ${name}`,
      ),
    )
  expect(found.toSorted()).toEqual([
    'log.routes.ts connect',
    'log.routes.ts export',
    'log.routes.ts online',
    'log.routes.ts software_login',
    'operation-log.routes.ts file',
    'quality.routes.ts link',
    'quality.routes.ts links',
    'traffic.routes.ts history',
    'traffic.routes.ts networks',
  ])
})

it('what writes is given no replica: neither an endpoint nor a function', () => {
  const app = { route: () => {} } as unknown as FastifyInstance
  const mount = (endpoint: Endpoint) => () => implement(app, {} as Door, { endpoint }, { endpoint: lagging(async () => null) })
  expect(mount(contract.traffic.history)).not.toThrow()
  expect(mount(contract.network.create)).toThrow(/writes, so it cannot be read from a replica/)
  expectTypeOf<AccountDb>().toExtend<ReadingDb>()
  expectTypeOf<ReadingDb>().not.toExtend<AccountDb>()
  expectTypeOf<ReadingDb['sql']>().not.toHaveProperty('insertInto')
})

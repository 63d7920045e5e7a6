import { expect, it } from 'vitest'
import { contract, type Endpoint } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { answeredAfter, type Door, implement } from './implement.ts'

it('a call whose answer is stored for a repeat cannot be answered after its commit', () => {
  const app = { route: () => {} } as unknown as FastifyInstance
  const handler = answeredAfter(
    async () => 1,
    async () => null,
    () => null,
  )
  const mount = (endpoint: Endpoint) => () => implement(app, {} as Door, { endpoint }, { endpoint: handler })
  expect(mount(contract.networkRevisions.changes)).not.toThrow()
  expect(mount(contract.network.create)).toThrow(/cannot be answered after the commit/)
})

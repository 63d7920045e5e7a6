import { agentContract, contract, type Group, opsContract } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { identifierCollector } from '../../src/http/identifiers.ts'
import { byKey } from './cases.ts'
import { agentTable, consoleTable, operatorTable } from './expected.ts'
import { agentSamples, consoleSamples, operatorSamples } from './samples.ts'

interface Matrix {
  groups: Record<string, Group>
  table: Record<string, { who: unknown; names?: object }>
  samples: Record<string, unknown>
}
const matrices: Record<string, Matrix> = {
  console: { groups: contract, table: consoleTable, samples: consoleSamples },
  operators: { groups: opsContract, table: operatorTable, samples: operatorSamples },
  agents: { groups: agentContract, table: agentTable, samples: agentSamples },
}

/** A field of this name means a thing wherever it stands, so the table must say which. A certificate is a field of its form, refused like the others. */
const NAMES_A_THING = /^(?!ca_id$)(network_number|router_name|account_number|center|point|router|id|.*_ids?|uuid|(network_)?ticket_number)$/
/** A device names itself, and a new device is named by who registers it. */
const NAMES_ITSELF = new Set(['POST activate', 'POST devices/register'])
/** Answers a row for each name, so none is looked up at the door. */
const ROW_EACH = new Set(['POST router/batch_delete'])
/** Filters by parts of numbers, so that nothing need be there. */
const PARTS = new Set(['GET network/ticket_lists', 'GET logs/software_login', 'GET logs/connect', 'GET logs/online', 'GET logs/export'])
/** Of a snapshot, which the call names too. */
const OF_A_SNAPSHOT = new Set(['POST ldap/import', 'POST ldap/remove'])
/** Of no account: published for everybody. */
const PUBLISHED = new Set(['GET announcements/info', 'GET document/info'])

/** What a person calls a thing, which is found by its number. */
const CALLED = new Set(['network_name', 'name'])
/** Fields that end like an identifier's and are none that the door could resolve, each with its reason. */
const RESOLVED_ELSEWHERE: Record<string, string> = {
  'POST ldap/check ca_id': 'a part of the form that is checked with it, refused by the sentence of its field',
  'POST ldap/save ca_id': 'a part of the form that is checked with it, refused by the sentence of its field',
  'POST network/member_ov ov_id_main': 'an area of the resource that the network uses, judged with that',
  'POST network/member_ov ov_id_backup': 'an area of the resource that the network uses, judged with that',
  'POST router/batch_delete router_name': 'answers a row for each name, also for one that is missing',
}
const ENDS_LIKE_ONE = /(^|_)(id|ids|number|name|uuid)(_main|_backup)?$/

it('every field of the console that ends like an identifier has a kind that the door resolves, or a reason why not', () => {
  const open: string[] = []
  for (const [key, endpoint] of byKey(contract)) {
    if (endpoint.access === 'public' || PARTS.has(key) || OF_A_SNAPSHOT.has(key) || PUBLISHED.has(key)) continue
    for (const [field, schema] of Object.entries((endpoint.input as unknown as { shape: Record<string, z.ZodType> }).shape)) {
      if (!ENDS_LIKE_ONE.test(field) || CALLED.has(field) || `${key} ${field}` in RESOLVED_ELSEWHERE) continue
      if (!identifierCollector(schema)) open.push(`${key} ${field}`)
    }
  }
  expect(open).toEqual([])
})

describe.each(Object.entries(matrices))('the matrix of the %s', (_, { groups, table, samples }) => {
  const endpoints = byKey(groups)

  it('has a hand-written row and a sample for each call of the contract, and no other', () => {
    expect(Object.keys(table).toSorted()).toEqual([...endpoints.keys()].toSorted())
    expect(Object.keys(samples).toSorted()).toEqual([...endpoints.keys()].toSorted())
  })

  it('says of each field that names an existing thing which kind it is', () => {
    for (const [key, endpoint] of endpoints) {
      if (
        NAMES_ITSELF.has(key) ||
        ROW_EACH.has(key) ||
        PARTS.has(key) ||
        OF_A_SNAPSHOT.has(key) ||
        (groups === contract && PUBLISHED.has(key))
      )
        continue
      const fields = Object.keys((endpoint.input as unknown as { shape: object }).shape).filter((field) => NAMES_A_THING.test(field))
      const named = Object.keys(table[key]?.names ?? {}).map((field) => field.replace('[]', ''))
      expect(named.toSorted(), key).toEqual(fields.toSorted())
    }
  })
})

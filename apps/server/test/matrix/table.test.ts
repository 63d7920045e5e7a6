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

/**
 * A field of this name always means a thing, so the table must say which. A certificate is a field of its form, and is refused like the
 * form's other fields.
 */
const NAMES_A_THING = /^(?!ca_id$)(network_number|router_name|account_number|center|point|router|id|.*_ids?|uuid|(network_)?ticket_number)$/
/** A device names itself, and a new device is named by the operator who registers it. */
const NAMES_ITSELF = new Set(['POST activate', 'POST devices/register'])
/** These calls answer a row for each name, so no name is resolved before the call. */
const ROW_EACH = new Set(['POST router/batch_delete', 'POST network/add_branches'])
/** These calls filter, some by parts of numbers, so nothing needs to exist. */
const PARTS = new Set([
  'GET network/ticket_lists',
  'GET logs/software_login',
  'GET logs/connect',
  'GET logs/online',
  'GET logs/export',
  'GET monitor/incidents',
  'POST monitor/incident_acknowledge_all',
  'GET monitor/incident_export',
  'GET ticket/lists',
  'GET ticket/counts',
])
/** These calls name things of a snapshot, which the call names too. */
const OF_A_SNAPSHOT = new Set(['POST ldap/import', 'POST ldap/remove'])
/** These calls name things of no account, which are published for everybody. */
const PUBLISHED = new Set(['GET announcements/info', 'GET document/info'])

/** Fields that are always empty, so that they name nothing. */
const EMPTY = new Set(['POST network/create network_number'])
/** Fields with the name that a person gives a thing, which is found by its number. */
const CALLED = new Set(['network_name', 'name'])
/** Fields that end like an identifier but cannot be resolved before the call, each with its reason. */
const RESOLVED_ELSEWHERE: Record<string, string> = {
  'POST ldap/check ca_id': 'a part of the form that is checked with it, refused by the sentence of its field',
  'POST ldap/save ca_id': 'a part of the form that is checked with it, refused by the sentence of its field',
  'POST network/member_ov ov_id_main': 'an area of the resource that the network uses, judged with that',
  'POST network/member_ov ov_id_backup': 'an area of the resource that the network uses, judged with that',
  'GET network/operation operation_id': 'an operation of the network that is named with it, and found with that alone',
  'GET router/profile_link_state link_id': 'a link to a profile of the member that is named with it, and found with that alone',
  'POST router/batch_delete router_name': 'answers a row for each name, also for one that is missing',
}
const ENDS_LIKE_ONE = /(^|_)(id|ids|number|name|uuid)(_main|_backup)?$/

it('every field of the console that ends like an identifier has a kind that is resolved before the call, or a reason why not', () => {
  const open: string[] = []
  for (const [key, endpoint] of byKey(contract)) {
    if (endpoint.access === 'public' || PARTS.has(key) || OF_A_SNAPSHOT.has(key) || PUBLISHED.has(key)) continue
    for (const [field, schema] of Object.entries((endpoint.input as unknown as { shape: Record<string, z.ZodType> }).shape)) {
      const known = CALLED.has(field) || EMPTY.has(`${key} ${field}`) || `${key} ${field}` in RESOLVED_ELSEWHERE
      if (!ENDS_LIKE_ONE.test(field) || known) continue
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

  it('gives the kind of each field that names an existing thing', () => {
    for (const [key, endpoint] of endpoints) {
      if (
        NAMES_ITSELF.has(key) ||
        ROW_EACH.has(key) ||
        PARTS.has(key) ||
        OF_A_SNAPSHOT.has(key) ||
        (groups === contract && PUBLISHED.has(key))
      )
        continue
      const fields = Object.keys((endpoint.input as unknown as { shape: object }).shape).filter(
        (field) => NAMES_A_THING.test(field) && !EMPTY.has(`${key} ${field}`),
      )
      const named = Object.keys(table[key]?.names ?? {}).map((field) => field.replace('[]', ''))
      expect(named.toSorted(), key).toEqual(fields.toSorted())
    }
  })
})

import { agentContract, contract, type Group, opsContract } from '@weft/contract'
import { describe, expect, it } from 'vitest'
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

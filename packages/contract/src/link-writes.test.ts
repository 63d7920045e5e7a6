import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract, type Endpoint, linkMayWrite, linkWrites } from './index.ts'

const calls: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
const admitted = calls.filter(({ path, writes }) => writes && linkMayWrite(path) !== undefined)

describe('what a session from a login link may write', () => {
  it('is a list of calls of the console that write, each named once', () => {
    const listed = linkWrites.flatMap(({ paths }) => [...paths])
    expect(listed.toSorted()).toEqual(admitted.map(({ path }) => path).toSorted())
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('is everything that writes and is not refused, whoever may call it', () => {
    const signedIn = calls.filter(({ access }) => access !== 'public' && access !== 'refreshable')
    const open = signedIn.filter(({ writes, refuses_link, credentials }) => writes && !refuses_link && !credentials)
    expect(open.map(({ path }) => path).toSorted()).toEqual(admitted.map(({ path }) => path).toSorted())
  })

  it('never needs a password, a code, an address of a person or of a server, or a role', () => {
    const telling = /^(.*password.*|code|secret|.*e?mail.*|.*phone.*|url|host|domain|role_id|ca_id|auth)$/
    const taken = admitted.flatMap(({ path, input }) =>
      Object.keys((input as unknown as { shape?: object }).shape ?? {}).flatMap((field) =>
        telling.test(field) ? [`${path} ${field}`] : [],
      ),
    )
    expect(taken).toEqual([])
    expect(admitted.filter(({ credentials, fresh_proof }) => credentials || fresh_proof !== false)).toEqual([])
  })

  it('is quoted by the decision with its reasons', () => {
    const decision = readFileSync(new URL('../../../docs/decisions/106-what-one-person-can-cost-others.md', import.meta.url), 'utf8')
    for (const { reason, paths } of linkWrites)
      expect(decision).toContain(`| ${reason.en} | ${paths.map((path) => `\`${path}\``).join(', ')} |`)
  })
})

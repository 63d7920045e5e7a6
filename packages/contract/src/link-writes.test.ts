import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract, draftable, type Endpoint, linkMayWrite, linkWrites } from './index.ts'

const calls: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
const admitted = calls.filter(({ path, writes }) => writes && linkMayWrite(path) !== undefined)

/** Returns the names of all fields of an input: its own, those within others, and those of each form that it may have. */
function fieldsOf(input: z.ZodType): string[] {
  const names = new Set<string>()
  const left: unknown[] = [z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })]
  for (const schema of left) {
    if (typeof schema !== 'object' || schema === null) continue
    const { properties } = schema as { properties?: unknown }
    if (typeof properties === 'object' && properties !== null && !Array.isArray(schema))
      for (const name of Object.keys(properties)) names.add(name)
    left.push(...Object.values(schema))
  }
  return [...names]
}

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

  it('never needs a password, a code, an address of a person or of a server, a role, or a tag, at any depth', () => {
    const telling = /^(.*password.*|code|secret|.*e?mail.*|.*phone.*|url|host|domain|role_id|ca_id|auth|labels?|(.*_)?tags?)$/
    const told = ({ path, input }: Endpoint) => fieldsOf(input).flatMap((field) => (telling.test(field) ? [`${path} ${field}`] : []))
    expect(admitted.flatMap(told)).toEqual([])
    // The fields of others are found where they are nested or one of several forms.
    const [deep, either] = [
      z.object({ rows: z.array(z.object({ add_tags: z.string() })) }),
      z.union([z.object({ url: z.string() }), z.null()]),
    ]
    expect([fieldsOf(deep), fieldsOf(either)]).toEqual([['rows', 'add_tags'], ['url']])
    expect(told(contract.router.label)).toEqual(['router/label add_tags', 'router/label remove_tags'])
    // A draft is checked by the inputs of its calls.
    const drafted: Endpoint[] = Object.values(draftable)
    expect(drafted.map(({ path }) => path).filter((path) => linkMayWrite(path) === undefined)).toEqual([])
    expect(admitted.filter(({ credentials, fresh_proof }) => credentials || fresh_proof !== false)).toEqual([])
  })

  it('is quoted by the decision with its reasons', () => {
    const decision = readFileSync(new URL('../../../docs/decisions/106-what-one-person-can-cost-others.md', import.meta.url), 'utf8')
    for (const { reason, paths } of linkWrites)
      expect(decision).toContain(`| ${reason.en} | ${paths.map((path) => `\`${path}\``).join(', ')} |`)
  })
})

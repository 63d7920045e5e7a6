import { expect, it } from 'vitest'
import { after, aNetwork, factsOf, sceneOf } from '../../../../test/network-rules-fixtures.ts'
import { decide, propose } from './decide.rules.ts'

const settings = aNetwork(['A'], ['P', 'Q'])
const before = { settings, facts: factsOf() }
const basis = { ...sceneOf(settings), around: { lans: [], others: [], pop: undefined } }
const prefix = (router_name: string, ip: string) => ({ call: 'edit_prefix' as const, input: { router_name, prefix: [{ ip, mask: 24 }] } })

it('settings that change nothing have no patch', () => {
  expect(propose(before, settings, basis).patch).toEqual([])
})

it('a decision says what each of several changes does after those before it, and whose documents differ', () => {
  const first = after(settings, [prefix('P', '192.168.1.0')])
  const both = after(first, [prefix('Q', '192.168.2.0')])
  const { patch, steps, touched, impact } = decide(before, propose(before, both, basis), [first, both], basis)
  expect(steps.map((step) => step.patch.map(({ path }) => path))).toEqual([[['members', 'P', 'prefix']], [['members', 'Q', 'prefix']]])
  expect(patch).toEqual(steps.flatMap((step) => step.patch))
  expect(touched.toSorted()).toEqual(['A', 'P', 'Q'])
  expect(impact.map(({ kind }) => kind)).toEqual(['live'])
})

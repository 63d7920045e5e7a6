// @vitest-environment jsdom
import { formatIpv4, networkAddress } from '@weft/net'
import { language } from '@weft/ui'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copiedLines, pastedLines, ruleTyped, type TypedRule } from './prefix-rows.ts'

const around = { owner: 'HQ-0001', center: true, others: [], before: [], advanced: true, nameOf: (name: string) => name }
const cells = ({ ip, mask, permission, ge, le }: TypedRule) => [ip, mask, permission, ge, le]

/** A rule that may be saved, of a network of its own for each `at`. */
const aRule = (advanced: boolean) =>
  fc
    .record({ mask: fc.integer({ min: 16, max: 30 }), host: fc.nat(0xffff), deny: fc.boolean(), longer: fc.option(fc.nat(8)) })
    .map(({ mask, host, deny, longer }) => (at: number) => {
      const ge = longer === null ? null : Math.min(32, mask + 1 + longer)
      const ip = formatIpv4(networkAddress(10 * 2 ** 24 + at * 2 ** 16 + host, mask))
      const more = advanced
        ? { permission: deny ? 'deny' : 'permit', ge, le: ge === null ? null : 32 }
        : { permission: 'permit', ge: null, le: null }
      return ruleTyped({ router_name: '', note: '', name: '', ip, mask, ...more } as Parameters<typeof ruleTyped>[0])
    })

it.each([
  ['advanced rules', true],
  ['plain rules', false],
])('what is copied of a table of %s is pasted as the same table, in either language', (_, advanced) => {
  const tables = fc.array(aRule(advanced), { maxLength: 40 }).map((rules) => rules.map((of, at) => of(at)))
  fc.assert(
    fc.property(tables, fc.constantFrom('zh-CN', 'en'), fc.constantFrom('\n', '\r\n'), (table, spoken, end) => {
      language.set(spoken)
      const copied = copiedLines(table, advanced).replaceAll('\n', end)
      const read = pastedLines(copied, [], { ...around, advanced })
      expect(read.map(({ problem }) => problem).filter(Boolean)).toEqual([])
      expect(read.map(({ rule }) => cells(rule!))).toEqual(table.map(cells))
    }),
    { numRuns: 50 },
  )
  language.set('zh-CN')
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, type MemberDocument, newMember, render } from '@weft/member-config'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { centerAt, networkOf } from '../../../../../packages/member-config/test/networks.ts'
import { readTree, treeOf, writeTree } from './files.ts'
import { plannedSteps } from './planned.ts'

let places: { root: string; run: string }
let document: MemberDocument
beforeEach(async () => {
  const state = mkdtempSync(join(tmpdir(), 'weft-planned-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  places = { root: join(state, 'etc'), run: '/run/weft-agent' }
  const link = (vpn_ip: string) => ({ vpn_ip, enable: 1 as const })
  const members = {
    HUB1: centerAt(0),
    HUB2: centerAt(1),
    SN1: { ...newMember('point'), links: { HUB1: link('10.128.0.2'), HUB2: link('10.128.32.2') } },
  }
  const network = networkOf(members, ({ facts }) => {
    facts.members['HUB1']!.address = '203.0.113.1'
    facts.members['HUB2']!.address = '203.0.113.2'
  })
  document = compile([network]).get('SN1')!
  await writeTree(new Map(), treeOf(render(document, places)))
})
/** Writes the files of one kind as a former version did: with another line. */
async function formerly(ending: string): Promise<string[]> {
  const [before, former] = [await readTree(places.root), new Map(await readTree(places.root))]
  const changed = [...before.keys()].filter((path) => path.endsWith(ending))
  for (const path of changed) former.set(path, `${before.get(path)}# former\n`)
  await writeTree(before, former)
  return changed
}

it('a version that writes the same files changes nothing', async () => {
  expect(await plannedSteps(document, places)).toEqual([])
})

it('a version that writes tunnels otherwise restarts each of them in its turn, and says so without changing a file', async () => {
  const changed = await formerly('.conf')
  expect(changed.length).toBeGreaterThanOrEqual(2)
  const before = await readTree(places.root)
  const lines = await plannedSteps(document, places)
  expect(lines.filter((line) => line.endsWith(' restarts in its turn'))).toHaveLength(
    changed.filter((path) => /openvpn\/[^/]+$/.test(path)).length,
  )
  expect(await readTree(places.root)).toEqual(before)
})

it('another configuration of FRR is loaded, and no tunnel restarts', async () => {
  await formerly('/frr.conf')
  expect(await plannedSteps(document, places)).toEqual(['routing: reload'])
})

it('a device without a configuration stops what runs', async () => {
  expect(await plannedSteps(null, places)).toEqual(expect.arrayContaining(['routing: stop', expect.stringMatching(/: stopped$/)]))
})

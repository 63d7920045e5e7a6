import { expect, it } from 'vitest'
import { aLink, aMember, aNetwork, aPopResource } from '../../../../test/data.ts'
import { liveNetwork } from '../detail/network-state.ts'
import { layTopology } from './topology-layout.ts'
import { pathOf } from './topology-path.ts'
import { fitted, topologyPicture } from './topology-picture.ts'

const colours = Object.fromEntries(
  ['online', 'offline', 'pending', 'idle', 'primary', 'primaryBg', 'layout', 'container', 'line', 'border', 'text', 'text2', 'text3'].map(
    (name) => [name, `#${name}`],
  ),
) as unknown as Parameters<typeof topologyPicture>[0]['colours']
const center = aMember({ note: '总部 <script>&"' })
const point = (at: number) =>
  aMember({ router_name: `B${at}`, note: `店${at}`, member_type: 'point', province: '上海', online: at % 2 === 0 ? 1 : 0 })

function picture(branches: number, expanded: string[] = []): string {
  const points = Array.from({ length: branches }, (_, at) => point(at))
  const network = liveNetwork(
    aNetwork({
      member: [center, ...points],
      network_fr: aPopResource(),
      link: points.map((m) => aLink({ router_name: m.router_name, vpn_online: m.online })),
    }),
    0,
  )
  const topology = layTopology(network, { grouping: 'region', shown: 'all', expanded: new Set(expanded), selected: undefined })
  return topologyPicture({
    topology,
    title: 'A<B>',
    facts: '1000000001',
    resource: network.network_fr,
    colours,
    font: '"Noto", sans-serif',
  })
}

it('the picture escapes names and is well-formed', () => {
  const svg = picture(3)
  expect(svg).toContain('A&lt;B&gt;')
  expect(svg).toContain('总部 &lt;script&gt;&amp;&quot;')
  expect(svg).not.toContain('<script')
  const opened = [...svg.matchAll(/<([a-z]+)[^>]*?(\/?)>/g)].filter(([, , closed]) => closed === '').length
  expect(svg.match(/<\/[a-z]+>/g)).toHaveLength(opened)
})

it('the picture has a line for each link, dashed if the link is down', () => {
  const svg = picture(3)
  expect(svg.match(/<path /g)).toHaveLength(3)
  expect(svg.match(/stroke-dasharray="6 4"/g)).toHaveLength(1)
})

it('the picture names each member of an open group, and counts the others of a very large one', () => {
  expect(picture(30, ['name:上海']).match(/店\d+</g)).toHaveLength(30)
  const large = picture(300, ['name:上海'])
  expect(large.match(/店\d+</g)).toHaveLength(31)
  expect(large).toContain('另有 269 个成员')
})

it('text that does not fit is shortened: Han characters are about twice as wide as Latin letters', () => {
  expect(fitted('abcdef', 10, 100)).toBe('abcdef')
  expect(fitted('河南门店', 10, 40)).toBe('河南门店')
  expect(fitted('河南门店一', 10, 40)).toBe('河南门…')
})

it('a path has rounded corners, but not at its ends', () => {
  expect(
    pathOf([
      [0, 0],
      [0, 20],
      [20, 20],
    ]),
  ).toBe('M0,0L0,15Q0,20 5,20L20,20')
  expect(
    pathOf([
      [0, 0],
      [30, 0],
    ]),
  ).toBe('M0,0L30,0')
})

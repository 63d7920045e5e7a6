import type { NetworkInfo } from '@weft/contract'
import { textNow } from '@weft/ui'
import { isScrolled } from './topology-layout.ts'
import { titleOf } from './topology-groups.ts'
import {
  CHIPS,
  type GroupNode,
  type MemberNode,
  type PopNode,
  type Topology,
  type TopologyLine,
  type TopologyNode,
} from './topology-model.ts'
import { pathOf } from './topology-path.ts'
import * as text from './topology.text.ts'
import { groupName, markOf, popFacts, routingName } from './topology-words.ts'

/** The colours of the picture: values of the theme's custom properties. */
export interface PictureColours {
  online: string
  offline: string
  pending: string
  idle: string
  primary: string
  primaryBg: string
  layout: string
  container: string
  line: string
  border: string
  text: string
  text2: string
  text3: string
}

interface Picture {
  topology: Topology
  title: string
  /** The line below the title: network number and time. */
  facts: string
  resource: NetworkInfo['network_fr']
  colours: PictureColours
  font: string
}

const HEAD = 64
const EDGE = 24

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes text for XML and drops characters that XML does not allow. */
const escaped = (what: string) =>
  // oxlint-disable-next-line no-control-regex -- XML has no place for them
  what.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').replaceAll(/[&<>"']/g, (one) => escapes[one]!)

/** Estimates the width of text: Han characters are square, Latin letters a little over half as wide. */
const widthOf = (what: string, size: number) => [...what].reduce((sum, one) => sum + (one.codePointAt(0)! > 0x2e7f ? 1 : 0.58), 0) * size

/** Returns as much of the text as fits, with 「…」 for the rest. */
export function fitted(what: string, size: number, room: number): string {
  if (widthOf(what, size) <= room) return what
  const letters = [...what]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > room) letters.pop()
  return `${letters.join('')}…`
}

/** Returns the topology as a self-contained SVG. */
export function topologyPicture({ topology, title, facts, resource, colours: c, font }: Picture): string {
  const t = textNow(text)
  const width = Math.ceil(Math.max(topology.width, 320) + 2 * EDGE)
  const height = Math.ceil(topology.height + HEAD + EDGE)
  const write = (
    what: string,
    x: number,
    y: number,
    look: { size?: number; colour?: string; weight?: number; room?: number; anchor?: string },
  ) => {
    const { size = 12, colour = c.text, weight = 400, room, anchor = 'start' } = look
    const shown = room === undefined ? what : fitted(what, size, room)
    return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escaped(shown)}</text>`
  }
  const box = (
    { x, y, width: w, height: h }: Pick<TopologyNode, 'x' | 'y' | 'width' | 'height'>,
    fill: string,
    stroke: string,
    more = '',
  ) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="6" fill="${fill}" stroke="${stroke}" ${more}/>`
  const mark = (kind: ReturnType<typeof markOf>, x: number, y: number) =>
    kind === 'offline'
      ? `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" rx="1" fill="${c.offline}"/>`
      : kind === 'idle'
        ? `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="${c.idle}" stroke-width="2"/>`
        : `<circle cx="${x}" cy="${y}" r="4" fill="${c.online}"/>`

  const line = ({ kind, state, points, own }: TopologyLine) => {
    const colour = { online: c.online, offline: c.offline, partial: c.pending }[state]
    const thickness = (kind === 'pop' ? 1 : state === 'offline' ? 2 : 1.5) + (own ? 1 : 0)
    const dash = state === 'offline' ? ' stroke-dasharray="6 4"' : ''
    return `<path d="${pathOf(points)}" fill="none" stroke="${colour}" stroke-width="${thickness}"${dash}/>`
  }
  const pop = (node: PopNode) => [
    box(node, c.primaryBg, c.text3, 'stroke-dasharray="3 2"'),
    write(`${t.pop} · ${node.area.area}`, node.x + 12, node.y + 19, { weight: 600, room: node.width - 24 }),
    resource &&
      write(popFacts(resource), node.x + 12, node.y + 36, {
        size: 11,
        colour: c.text2,
        room: node.width - 24,
      }),
  ]
  const member = ({ member: m, kind, x, y, width: w, height: h, links }: MemberNode) => {
    const state = [m.online === 1 ? t.online : t.offline, routingName(m), t.linkCount(links)].filter((one) => one !== undefined).join(' · ')
    if (kind === 'center')
      return [
        box({ x, y, width: w, height: h }, c.container, c.primary, 'stroke-width="2"'),
        write(titleOf(m), x + 12, y + 24, { size: 13, weight: 600, room: w - 24 }),
        mark(markOf(m), x + 16, y + 41),
        write(state, x + 26, y + 45, { colour: c.text2, room: w - 38 }),
      ]
    return [
      box({ x, y, width: w, height: h }, c.container, c.border),
      mark(markOf(m), x + 16, y + 16),
      write(titleOf(m), x + 26, y + 20, { weight: 600, room: w - 38 }),
      write(m.note ? m.router_name : m.online === 1 ? t.online : t.offline, x + 12, y + h - 9, { size: 11, colour: c.text3, room: w - 24 }),
    ]
  }
  const group = (node: GroupNode) => {
    const { x, y, width: w, height: h, expanded } = node
    const { members, online } = node.group
    const offline = members.length - online
    const head = [
      box({ x, y, width: w, height: h }, c.container, c.border),
      write(groupName(node.group), x + 12, y + 23, { weight: 600, room: w - 84 }),
      write(t.members(members.length), x + w - 12, y + 23, { colour: c.text2, anchor: 'end' }),
    ]
    const bar = w - 24
    if (!expanded)
      return [
        ...head,
        `<rect x="${x + 12}" y="${y + 34}" width="${bar}" height="5" rx="2.5" fill="${offline > 0 ? c.offline : c.online}"/>`,
        online > 0 &&
          `<rect x="${x + 12}" y="${y + 34}" width="${(bar * online) / members.length}" height="5" rx="2.5" fill="${c.online}"/>`,
        write(`${t.online} ${online}`, x + 12, y + 60, { colour: c.text2 }),
        write(`${t.offline} ${offline}`, x + 86, y + 60, { colour: offline > 0 ? c.offline : c.text2 }),
      ]
    const room = CHIPS.rows * CHIPS.columns
    const shown = isScrolled(members.length) ? members.slice(0, room - 1) : members
    const chip = (bar - CHIPS.gap * (CHIPS.columns - 1)) / CHIPS.columns
    const at = (index: number) => ({
      x: x + 12 + (index % CHIPS.columns) * (chip + CHIPS.gap),
      y: y + CHIPS.head + Math.floor(index / CHIPS.columns) * (CHIPS.height + CHIPS.gap),
      width: chip,
      height: CHIPS.height,
    })
    return [
      ...head,
      ...shown.flatMap((m, index) => {
        const place = at(index)
        return [
          box(place, c.container, c.line),
          mark(markOf(m), place.x + 14, place.y + 17),
          write(titleOf(m), place.x + 24, place.y + 21, { room: chip - 32 }),
        ]
      }),
      shown.length < members.length &&
        write(t.moreMembers(members.length - shown.length), at(room - 1).x + 8, at(room - 1).y + 21, { colour: c.text3, room: chip - 12 }),
    ]
  }
  const drawn = (node: TopologyNode) => (node.kind === 'pop' ? pop(node) : node.kind === 'group' ? group(node) : member(node))
  const twin = topology.lines.find(({ kind, points }) => kind === 'twin' && points.length === 2)
  const [from, to] = twin?.points ?? []
  const middle = from && to && (from[0] + to[0]) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${c.layout}"/>`,
    write(title, EDGE, 34, { size: 18, weight: 600, room: width - 2 * EDGE }),
    write(facts, EDGE, 56, { colour: c.text3, room: width - 2 * EDGE }),
    `<g transform="translate(${(width - topology.width) / 2} ${HEAD})">`,
    ...topology.lines.map(line),
    ...topology.nodes.flatMap(drawn),
    middle !== undefined && from && `<rect x="${middle - 38}" y="${from[1] - 10}" width="76" height="20" fill="${c.layout}"/>`,
    middle !== undefined && from && write(t.twin, middle, from[1] + 4, { size: 11, colour: c.text2, anchor: 'middle' }),
    '</g></svg>',
  ]
    .filter((part) => part)
    .join('')
}

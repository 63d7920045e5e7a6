import {
  type Availability,
  CARD_ROWS,
  MOST_CARDS,
  type NetworkCard,
  type NetworkCards,
  type NetworkPicture,
  WORST_CARDS,
} from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { daysOfNetworks } from '../outage/outage.service.ts'
import { crossingsOf, threadsOf } from '../rules/card.rules.ts'
import { withLinkStates } from '../rules/link.rules.ts'
import { type Sees, sightOf } from './visibility.service.ts'
import { type CardLink, type CardRow, listCardLinks, listCards } from './card.queries.ts'

/** Returns the cards of the networks that the caller may see: of all of them, or of the worst if there are many. */
export async function cards(db: AccountDb, actor: Pick<Actor, 'designated' | 'members'>, now: Date): Promise<NetworkCards> {
  const found = await listCards(db, actor.designated)
  const count = found[0]?.networks ?? 0
  const shown = count > MOST_CARDS ? found.slice(0, WORST_CARDS) : found
  const drawn = await draw(db, actor, shown)
  const dayOf = await daysOfNetworks(db, actor, now)
  return {
    count,
    networks: shown.map((network, at) => ({ ...drawn[at]!, ...dayOf(network.network_number, network.watched) })),
  }
}

/** Returns the pictures of some networks, by their numbers. */
export async function pictures(
  db: AccountDb,
  actor: Pick<Actor, 'designated' | 'members'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, NetworkPicture>> {
  if (numbers.length === 0) return new Map()
  const drawn = await draw(db, actor, await listCards(db, actor.designated, numbers))
  return new Map(drawn.map(({ network_number, threads, rows }) => [network_number, { threads, rows }]))
}

/** Returns the cards of these networks, without their last 24 hours. */
async function draw(db: AccountDb, actor: Pick<Actor, 'members'>, shown: readonly CardRow[]) {
  const lines = shown.flatMap(({ network_number, lines: own }) => own.map(({ router_name }) => ({ network_number, router_name })))
  const links = Map.groupBy(
    await listCardLinks(
      db,
      lines.map((line) => line.network_number),
      lines.map((line) => line.router_name),
    ),
    (link) => link.network_number,
  )
  const sees = await sightOf(
    db,
    actor.members,
    shown.flatMap(({ centers, dialled }) => [...centers, ...dialled].map(({ router_name }) => router_name)),
  )
  return shown.map((network) => cardOf(network, links.get(network.network_number) ?? [], sees))
}

function cardOf(
  { networks: _, mode, routing, pops, worst, centers, areas, dialled, sites, lines, watched: _watched, ...card }: CardRow,
  links: readonly CardLink[],
  sees: Sees,
): Omit<NetworkCard, keyof Availability> {
  const threads = threadsOf({
    centers: centers.filter(({ router_name }) => sees(router_name)),
    areas,
    dialled: dialled.filter(({ router_name }) => sees(router_name)),
    pops,
  })
  const states = withLinkStates(
    links,
    { routing, mode, pops: pops ?? 1, network_status: card.network_status },
    new Map(lines.map((line) => [line.router_name, line])),
  )
  const ends = links.map(({ ov_id }, at) => ({ ...states[at]!, ov_id }))
  const ofMember = Map.groupBy(ends, (link) => link.router_name)
  return {
    ...card,
    network_type: pops !== null ? 3 : centers.length > 0 ? 1 : 2,
    state: worst ?? 'up',
    threads: threads.map(({ end: _end, ...thread }) => thread),
    rows: lines.map(({ router_name, state }) => ({ state, crossings: crossingsOf(ofMember.get(router_name) ?? [], threads, state) })),
    sites_per_row: Math.max(1, Math.ceil(sites / CARD_ROWS)),
  }
}

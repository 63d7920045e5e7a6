/**
 * Room observation/traffic: bytes of interfaces and links by minute, hour and day, and live samples.
 * Tables: network_traffic, traffic_day, traffic_hour, traffic_late, traffic_minute, traffic_rolled.
 * Called by: gateway, jobs, observation.
 * Always: a minute that arrives twice counts once; samples are never stored.
 */
import {
  DAY_SECONDS,
  type LinkTraffic,
  NETWORK_TRAFFIC_STEP,
  type TrafficHistoryPoint,
  type TrafficPoint,
  type TrafficRange,
} from '@weft/contract'
import type { ReadingDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'
import { firstOf, type Interface, linkRates, networkParts, partsOf } from './traffic.queries.ts'
import { finerOf, HOUR_SECONDS, rates, secondsOf, type Steps, stepsOf, type Summed, sumSteps } from './traffic.rules.ts'

/** Returns the rates of one interface over a range, oldest first; steps that were not measured are left out. */
export async function readHistory(
  db: ReadingDb,
  { range, ...asked }: Interface & { range: TrafficRange },
  at: Date,
): Promise<TrafficHistoryPoint[]> {
  const now = unix(at)
  const steps = stepsOf(range, now, range === 'all' ? await firstTraffic(db, asked) : undefined)
  const points = rates(await readSteps(db, asked, steps, now), steps.step, now)
  return points.map((point) => ({ ...point, interface: asked.interface }))
}

/** Returns when an interface's traffic begins: the coarsest sums are kept longest. */
const firstTraffic = async (db: ReadingDb, asked: Interface): Promise<number | undefined> =>
  (await firstOf(db, asked, 'day')) ?? (await firstOf(db, asked, 'hour')) ?? firstOf(db, asked, 'minute')

/** Reads what is not rolled up yet from finer sums, from where the coarser ones end: the newest step is as new as the newest minute. */
async function readSteps(db: ReadingDb, asked: Interface, steps: Steps, now: number): Promise<Summed[]> {
  const parts = []
  let since = steps.begin
  for (const sums of finerOf(steps.from)) {
    const read = await partsOf(db, asked, sums, since, now + HOUR_SECONDS)
    const seconds = secondsOf[sums]
    parts.push(...read.map((part) => ({ ...part, seconds })))
    since = (read.at(-1)?.time ?? since - seconds) + seconds
  }
  return sumSteps(parts, steps)
}

/** Stands for all networks of an account in the sums of its traffic. */
const ALL_NETWORKS = ''

/**
 * Returns the rates of the last 24 hours of one network, or of all that the caller may see. A site in several networks counts once among
 * all of an account, and in each network otherwise.
 */
export async function readNetworks(
  db: ReadingDb,
  { designated }: Pick<Actor, 'designated'>,
  network_number: string | undefined,
  at: Date,
): Promise<TrafficPoint[]> {
  const networks = network_number !== undefined ? [network_number] : designated ? [...designated] : [ALL_NETWORKS]
  const parts = await networkParts(db, networks, unix(at) - DAY_SECONDS)
  const rate = (bytes: number) => Math.round((bytes * 8) / NETWORK_TRAFFIC_STEP)
  return parts.map(({ time, down, upload }) => ({ time, down: rate(down), upload: rate(upload) }))
}

/** Returns what the links that these members dial in a network carry now, and carried at most in the last 24 hours. */
export const readLinks = (
  db: ReadingDb,
  { network_number, router_name }: { network_number: string; router_name: string[] },
  at: Date,
): Promise<LinkTraffic[]> => linkRates(db, network_number, router_name, unix(at))

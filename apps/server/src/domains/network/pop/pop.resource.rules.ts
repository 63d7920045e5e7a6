import { Refusal } from '../../../kernel/refusal.ts'

/** A POP that an operator chose. */
export interface ChosenPop {
  id: number
  name: string
  region: string
  /** Mbit/s. */
  capacity: number
}

/** The use that all accounts together make of a POP. */
export interface PopUse {
  /** Mbit/s of services that run or will run. */
  sold: number
  /** Number of the pair of ports that the next area gets. */
  slot: number
  /** The segments of its tunnels, which end in one device. */
  segments: string[]
}

/** Returns one POP for each region, in the order of the regions. @throws popSurplus, popRegionMissing */
export function popsByRegion(regions: readonly string[], chosen: readonly ChosenPop[]): ChosenPop[] {
  const byRegion = new Map<string, ChosenPop>()
  for (const pop of chosen) {
    if (byRegion.has(pop.region) || !regions.includes(pop.region)) throw new Refusal('popSurplus', { name: pop.name, region: pop.region })
    byRegion.set(pop.region, pop)
  }
  return regions.map((region) => {
    const pop = byRegion.get(region)
    if (!pop) throw new Refusal('popRegionMissing', { region })
    return pop
  })
}

/** Refuses a bandwidth, in Mbit/s, that one of the POPs does not have left. @throws popCapacity */
export function refuseBeyondCapacity(pops: readonly (ChosenPop & PopUse)[], bandwidth: number): void {
  for (const { name, capacity, sold } of pops)
    if (sold + bandwidth > capacity) throw new Refusal('popCapacity', { name, capacity, sold, bandwidth })
}

const NAMED_REGIONS = 3

/** Returns `POP-上海-北京`, or `POP-上海-北京-广州等5区`, with a number if the account has that name already. */
export function shortnameFor(regions: readonly string[], taken: ReadonlySet<string>): string {
  const more = regions.length > NAMED_REGIONS ? `等${regions.length}区` : ''
  const name = ['POP', ...regions.slice(0, NAMED_REGIONS)].join('-') + more
  for (let i = 2, candidate = name; ; i++) {
    if (!taken.has(candidate)) return candidate
    candidate = `${name}-${i}`
  }
}

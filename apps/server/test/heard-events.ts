import { expect, onTestFinished } from 'vitest'
import type { BusEvent } from '../src/adapters/bus/events.ts'
import { publish } from '../src/adapters/bus/publish.ts'
import { eventually } from './eventually.ts'
import type { World } from './world.ts'

let marks = 0

/**
 * Hears what a server sends from now on, without what it sent before: events of a former test may still be on their way.
 * @param at the server at which they are heard
 * @returns what waits until everything has arrived that was sent so far, and returns it
 */
export async function hear(world: World, { at = world }: { at?: World } = {}): Promise<() => Promise<BusEvent[]>> {
  let events: BusEvent[] = []
  onTestFinished(at.infrastructure.bus.subscribe((event) => void events.push(event)))
  const arrived = async () => {
    // Events arrive in the order in which they were sent.
    const mark: BusEvent = { type: 'rights', account_id: --marks }
    await world.asSystem((system) => publish(system, mark))
    await eventually(() => expect(events).toContainEqual(mark))
    return events.filter(({ account_id }) => account_id === 'all' || account_id > 0)
  }
  await arrived()
  events = []
  return arrived
}

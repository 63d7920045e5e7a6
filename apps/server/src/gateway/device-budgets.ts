import { DAY_SECONDS, type DeviceBudgetName, deviceBudgets, INTERFACES_A_DAY, SENT_AWAY_SECONDS } from '@weft/contract'
import type { Clock } from '../kernel/clock.ts'
import { type Left, leftNow } from './device-budgets.rules.ts'

/** Counts what each device uses up on this instance, over all its connections. */
export interface DeviceBudgets {
  /** Takes as much of a budget as is left, at most `amount`. @returns how much that is */
  take(router_name: string, budget: DeviceBudgetName, amount: number): number
  /** Takes a whole amount, or nothing. @returns whether it was taken */
  takeWhole(router_name: string, budget: DeviceBudgetName, amount: number): boolean
  /** Gives an amount back that was not the device's doing. */
  giveBack(router_name: string, budget: DeviceBudgetName, amount: number): void
  /** Returns whether traffic of this interface is kept today. */
  keepsInterface(router_name: string, name: string): boolean
  /** Called when entries of a device are refused: slows it down, and ends its connection if it goes on. @param of the budget that they exceed */
  refused(router_name: string, count: number, of: DeviceBudgetName): void
  /** Ends the connection of a device that used up too much, and lets it come back later. */
  sendAway(router_name: string, exceeded: DeviceBudgetName): void
  /** Returns the seconds after which a device that was sent away may connect; undefined if it may now. */
  awayFor(router_name: string): number | undefined
  /** Counts that a device met a limit. */
  met(limit: string, count?: number): void
  /** Returns how often devices have met each limit since the start. */
  counts(): Iterable<readonly [string, number]>
  /** Forgets the devices that have used up nothing for a while. */
  forget(): void
}

interface Device {
  left: Partial<Record<DeviceBudgetName, Left>>
  /** The interfaces of the day, whose number is days since 1970. */
  day: number
  interfaces: Set<string>
  /** In the seconds of `createElapsed`; 0 for a device that was not sent away. */
  away_until: number
}

interface Dependencies {
  clock: Clock
  /** Reads nothing of a device until the next beat. */
  slow: (router_name: string) => void
  /** Ends the connection of a device. */
  end: (router_name: string, exceeded: DeviceBudgetName) => void
}

/** Returns what says how many seconds have passed. A clock that is set back takes none away: nobody stays away longer for it. */
function createElapsed(clock: Clock): () => number {
  let elapsed = 0
  let last = clock.now().getTime()
  return () => {
    const now = clock.now().getTime()
    elapsed += Math.max(0, now - last) / 1000
    last = now
    return elapsed
  }
}

export function createDeviceBudgets({ clock, slow, end }: Dependencies): DeviceBudgets {
  const devices = new Map<string, Device>()
  const counts = new Map<string, number>()
  const seconds = createElapsed(clock)
  const today = () => Math.floor(clock.now().getTime() / 1000 / DAY_SECONDS)

  function deviceOf(router_name: string): Device {
    const known = devices.get(router_name)
    if (known) return known
    const made: Device = { left: {}, day: 0, interfaces: new Set(), away_until: 0 }
    devices.set(router_name, made)
    return made
  }

  const met = (limit: string, count = 1): void => void counts.set(limit, (counts.get(limit) ?? 0) + count)

  function spend(router_name: string, budget: DeviceBudgetName, amount: number, whole: boolean): number {
    const { left } = deviceOf(router_name)
    const now = seconds()
    const there = leftNow(left[budget], deviceBudgets[budget], now)
    const taken = there >= amount ? amount : whole ? 0 : Math.floor(there)
    left[budget] = { amount: there - taken, at: now }
    if (taken < amount) met(budget)
    return taken
  }

  function sendAway(router_name: string, exceeded: DeviceBudgetName): void {
    deviceOf(router_name).away_until = seconds() + SENT_AWAY_SECONDS
    met('sent_away')
    end(router_name, exceeded)
  }

  return {
    take: (router_name, budget, amount) => spend(router_name, budget, amount, false),
    takeWhole: (router_name, budget, amount) => spend(router_name, budget, amount, true) === amount,
    giveBack(router_name, budget, amount) {
      const { left } = deviceOf(router_name)
      const now = seconds()
      left[budget] = {
        amount: Math.min(deviceBudgets[budget].at_once, leftNow(left[budget], deviceBudgets[budget], now) + amount),
        at: now,
      }
    },
    keepsInterface(router_name, name) {
      const device = deviceOf(router_name)
      const day = today()
      if (device.day !== day) {
        device.day = day
        device.interfaces.clear()
      }
      if (device.interfaces.has(name)) return true
      if (device.interfaces.size >= INTERFACES_A_DAY) return false
      device.interfaces.add(name)
      return true
    },
    refused(router_name, count, of) {
      slow(router_name)
      if (spend(router_name, 'refused', count, false) < count) sendAway(router_name, of)
    },
    sendAway,
    awayFor(router_name) {
      const rest = (devices.get(router_name)?.away_until ?? 0) - seconds()
      return rest > 0 ? Math.ceil(rest) : undefined
    },
    met,
    counts: () => counts,
    forget() {
      const now = seconds()
      const day = today()
      for (const [router_name, { left, away_until, ...device }] of devices) {
        const isWhole = Object.entries(left).every(([name, one]) => {
          const budget = deviceBudgets[name as DeviceBudgetName]
          return leftNow(one, budget, now) >= budget.at_once
        })
        if (isWhole && away_until <= now && (device.interfaces.size === 0 || device.day !== day)) devices.delete(router_name)
      }
    },
  }
}

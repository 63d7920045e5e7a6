import type { FleetAgent } from './fleet-agent.ts'

/** Seconds between two absences: the minimum, and the most that chance adds to it. */
const PRESENT = [30, 20] as const
/** Seconds of an absence, likewise; longer than the 10 s between two requests of a page, so that it sees each. */
const AWAY = [12, 8] as const

/** Switches branches off and on, as a bad line would. Centers stay on, so that each absence is one branch's. */
export function createFlap({ agents, count, random }: { agents: readonly FleetAgent[]; count: number; random: () => number }): {
  stop(): void
} {
  const timers = new Set<NodeJS.Timeout>()
  const after = ([least, more]: readonly [number, number], work: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      (least + random() * more) * 1000,
    )
    timers.add(timer)
  }
  function leave(): void {
    const points = agents.filter((agent) => agent.on && agent.connected && !agent.center)
    const chosen = points[Math.floor(random() * points.length)]
    if (!chosen) return after(PRESENT, leave)
    void chosen.switchOff()
    after(AWAY, () => {
      void chosen.switchOn()
      after(PRESENT, leave)
    })
  }
  for (let i = 0; i < count; i++) after(PRESENT, leave)
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

import type { FleetAgent } from './fleet-agent.ts'

/** Between two absences, in seconds: at least, and as much more at most. */
const PRESENT = [30, 20] as const
/** Of an absence, likewise; longer than a page that asks every 10 s waits, so that it sees each. */
const AWAY = [12, 8] as const

/** Switches points off and on, like branches with a bad line. Centers stay, so that one absence is one branch's. */
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

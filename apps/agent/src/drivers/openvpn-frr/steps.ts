import type { Log } from '../../log.ts'
import { oneLine } from '../../one-line.ts'
import { createCauses } from '../../protocol/reason.ts'

/** Runs steps that are repeated each second. A step that fails or takes long keeps no other from running. */
export interface Steps {
  /**
   * Runs a step, unless it is still under way. If it fails, the log has its reason once, until it succeeds again. Reasons that differ only in
   * numbers, such as times and process ids, count as the same. Never rejects.
   */
  run(name: string, step: () => void | Promise<void>): Promise<void>
  /** Resolves when none of the steps that are under way now is any longer. */
  ended(): Promise<void>
}

export function createSteps(log: Log): Steps {
  const causes = new Map<string, ReturnType<typeof createCauses>>()
  const underWay = new Map<string, Promise<void>>()

  async function once(name: string, step: () => void | Promise<void>): Promise<void> {
    const known = causes.get(name) ?? createCauses()
    causes.set(name, known)
    try {
      await step()
      known.succeeded()
    } catch (error) {
      const why = oneLine(error)
      if (known.isNew(why.replace(/\d+/g, ''))) log.warn(`${name}: ${why}`)
    }
  }

  return {
    run(name, step) {
      const running = underWay.get(name)
      if (running) return running
      const done = once(name, step).finally(() => underWay.delete(name))
      underWay.set(name, done)
      return done
    },
    async ended() {
      await Promise.all(underWay.values())
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** One answer to the console's list of networks. */
export interface Answer {
  /** When it was asked, in milliseconds since the epoch. */
  at: number
  ms: number
  status: number
}

/** Calls the console's list of networks again and again, as a person with several open pages does, and notes each answer. */
export function startProbe(console: string, tokens: readonly string[]): { answers: readonly Answer[]; stop(): Promise<void> } {
  const answers: Answer[] = []
  let stopped = false
  const ended = (async () => {
    for (let turn = 0; !stopped; turn++) {
      const [at, began] = [Date.now(), performance.now()]
      const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}` }
      const status = await fetch(`${console}/api/v1/network/lists?page=1&limit=10`, { headers }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        () => 0,
      )
      answers.push({ at, ms: performance.now() - began, status })
      await sleep(20)
    }
  })()
  return {
    answers,
    async stop() {
      stopped = true
      await ended
    },
  }
}

/** Returns the value that this share of the values does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

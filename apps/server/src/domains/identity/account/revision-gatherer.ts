/** Milliseconds between two events about the same network: members that answer at once are told as one. */
const APART_MS = 100

/**
 * Passes on that something happened to a network: the first time at once, and what follows within a tenth of a second as one.
 * @param pass called with the network, at most ten times a second for each
 */
export function gatherByNetwork(pass: (network_number: string) => void): { add: (network_number: string) => void; stop: () => void } {
  /** By network: the timer of its pause, and whether something happened meanwhile. */
  const pausing = new Map<string, { timer: NodeJS.Timeout; again: boolean }>()
  const begin = (network_number: string) => {
    pass(network_number)
    const timer = setTimeout(() => {
      const { again } = pausing.get(network_number)!
      pausing.delete(network_number)
      if (again) begin(network_number)
    }, APART_MS)
    pausing.set(network_number, { timer, again: false })
  }
  return {
    add(network_number) {
      const pause = pausing.get(network_number)
      if (pause) pause.again = true
      else begin(network_number)
    },
    stop() {
      for (const { timer } of pausing.values()) clearTimeout(timer)
      pausing.clear()
    },
  }
}

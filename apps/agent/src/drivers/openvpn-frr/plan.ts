import { basename, dirname, join } from 'node:path'
import type { Tree } from './files.ts'

/** The steps that a change of files requires (docs/design/data-plane.md §3), from the mildest to the harshest. */
export interface Plan {
  routing: 'none' | 'keep' | 'start' | 'reload' | 'stop'
  /** Members of a service that are sent away: they come back with their new configuration, or not at all. */
  kill: { tunnel: string; who: string }[]
  /** Names of tunnels: those that stop, those that restart with another configuration, and new ones. */
  stop: string[]
  restart: string[]
  start: string[]
  /** Those that restart, or start, one after the other, and keep running as they are until then. */
  later: string[]
}

export interface Situation {
  root: string
  before: Tree
  after: Tree
  /** Tunnels by name, with the fingerprint of the configuration that they run with, or should run with. */
  running: ReadonlyMap<string, string>
  wanted: ReadonlyMap<string, string>
  /** False if the same document was applied: no other end has changed with this one. */
  urgent: boolean
  /** The tunnels that were to restart later before, with the fingerprints that they should run with. */
  due: ReadonlyMap<string, string>
  /** True if the routing daemons run. */
  routing: boolean
}

/** Returns the steps after which the running programs match the files. Pure. */
export function planOf({ root, before, after, running, wanted, urgent, due, routing }: Situation): Plan {
  const isLater = (name: string) => !urgent || due.get(name) === wanted.get(name)
  const stop = [...running.keys()].filter((name) => !wanted.has(name))
  const changed = [...wanted].filter(([name, print]) => running.has(name) && running.get(name) !== print).map(([name]) => name)
  const restart = changed.filter((name) => !isLater(name))
  const missing = [...wanted.keys()].filter((name) => !running.has(name))
  const waiting = changed.filter(isLater)
  // A new tunnel may use the former port of one that moves later.
  const [start, later] = !urgent && waiting.length > 0 ? [[], [...waiting, ...missing]] : [missing, waiting]
  // Members of a tunnel that is due need not wait for a change of their own; without one they come back with the tunnel.
  const restarts = new Set(urgent ? restart : later)
  const stays = new Set([...wanted.keys()].filter((name) => running.has(name) && !restarts.has(name)))
  const kill = [...before].flatMap(([path, content]) => {
    const tunnel = basename(dirname(path))
    const admission = dirname(dirname(path)) === join(root, 'openvpn')
    return admission && stays.has(tunnel) && after.get(path) !== content ? [{ tunnel, who: basename(path) }] : []
  })
  return { routing: routingStep(join(root, 'frr.conf')), kill, stop, restart, start, later }

  function routingStep(path: string): Plan['routing'] {
    const [then, now] = [before.get(path), after.get(path)]
    if (now === undefined) return routing ? 'stop' : 'none'
    if (!routing) return 'start'
    return then === now ? 'keep' : 'reload'
  }
}

/** Returns the tunnels that files describe, by name, each with its configuration. */
export const tunnelsIn = (root: string, files: Tree): Map<string, string> =>
  new Map(
    [...files].flatMap(([path, content]) =>
      dirname(path) === join(root, 'openvpn') && path.endsWith('.conf') ? [[basename(path, '.conf'), content]] : [],
    ),
  )

/** Returns the steps, for people. */
export const describePlan = ({ routing, kill, stop, restart, start, later }: Plan): string[] => [
  ...(routing === 'none' || routing === 'keep' ? [] : [`routing: ${routing}`]),
  ...kill.map(({ tunnel, who }) => `${tunnel}: ${who} sent away`),
  ...stop.map((name) => `${name}: stopped`),
  ...restart.map((name) => `${name}: restarted`),
  ...start.map((name) => `${name}: started`),
  ...later.map((name) => `${name}: restarts in its turn`),
]

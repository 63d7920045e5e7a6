import { basename, dirname, join } from 'node:path'
import type { Tree } from './files.ts'

/** What a change of files means for what runs (docs/design/data-plane.md §3), from the mildest to the harshest. */
export interface Plan {
  routing: 'none' | 'keep' | 'start' | 'reload' | 'stop'
  /** Members of a service that are sent away: they come back with what is said of them now, or not at all. */
  kill: { tunnel: string; who: string }[]
  /** Tunnels by name: those that end, those that run with another configuration, and new ones. */
  stop: string[]
  restart: string[]
  start: string[]
}

export interface Situation {
  root: string
  before: Tree
  after: Tree
  /** Tunnels by name, with the fingerprint of the configuration that they run with, or should. */
  running: ReadonlyMap<string, string>
  wanted: ReadonlyMap<string, string>
  /** The routing daemons run. */
  routing: boolean
}

/** What must be done so that what runs is what the files say. Pure. */
export function planOf({ root, before, after, running, wanted, routing }: Situation): Plan {
  const stop = [...running.keys()].filter((name) => !wanted.has(name))
  const restart = [...wanted].filter(([name, print]) => running.has(name) && running.get(name) !== print).map(([name]) => name)
  const start = [...wanted.keys()].filter((name) => !running.has(name))
  const stays = new Set([...wanted.keys()].filter((name) => running.get(name) === wanted.get(name)))
  const kill = [...before].flatMap(([path, content]) => {
    const tunnel = basename(dirname(path))
    const admission = dirname(dirname(path)) === join(root, 'openvpn')
    return admission && stays.has(tunnel) && after.get(path) !== content ? [{ tunnel, who: basename(path) }] : []
  })
  return { routing: routingStep(join(root, 'frr.conf')), kill, stop, restart, start }

  function routingStep(path: string): Plan['routing'] {
    const [then, now] = [before.get(path), after.get(path)]
    if (now === undefined) return routing ? 'stop' : 'none'
    if (!routing) return 'start'
    return then === now ? 'keep' : 'reload'
  }
}

/** The tunnels that files describe, each with what it is run with. */
export const tunnelsIn = (root: string, files: Tree): Map<string, string> =>
  new Map(
    [...files].flatMap(([path, content]) =>
      dirname(path) === join(root, 'openvpn') && path.endsWith('.conf') ? [[basename(path, '.conf'), content]] : [],
    ),
  )

import { type Door, doorBase, type Endpoint, type Group } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { UPGRADE } from './listener.ts'

/** Addresses under a listener's base that are no endpoints of the contract. */
const UNDECLARED = new Set(['/api/v1/openapi.json', '/ops/v1/openapi.json', '/agent/v1/connect'])

/**
 * Stops the start if a route of the API is not declared in the contract, or a declared one is not mounted: every route must declare who
 * may call it (docs/design/security.md §1). Call before the first route.
 */
export function requireDeclared(app: FastifyInstance, door: Door, groups: Record<string, Group>): void {
  const base = `${doorBase[door]}/`
  const declared = new Map<string, Endpoint>(
    Object.values(groups).flatMap((group) =>
      Object.values(group).map((endpoint) => [`${endpoint.method} ${base}${endpoint.path}`, endpoint] as const),
    ),
  )
  const mounted = new Set<string>()
  app.addHook('onRoute', ({ method, url, constraints }) => {
    if (!url.startsWith(base) || UNDECLARED.has(url)) return
    for (const one of [method].flat()) {
      // Fastify adds HEAD to every GET by itself.
      if (one === 'HEAD') continue
      const key = `${constraints && UPGRADE in constraints ? 'WS' : one} ${url}`
      if (declared.has(key)) mounted.add(key)
      else throw new Error(`${key} is not declared in the contract`)
    }
  })
  app.addHook('onReady', async () => {
    const missing = [...declared.keys()].filter((key) => !mounted.has(key))
    if (missing.length > 0) throw new Error(`declared in the contract but not mounted: ${missing.join(', ')}`)
  })
}

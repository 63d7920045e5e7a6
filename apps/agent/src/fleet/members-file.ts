import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Proof } from '../protocol/enrol.ts'

const name = z.string().min(1).max(64)
const Line = z.union([
  z.object({ router_name: name, kind: z.enum(['router', 'app', 'saas', 'pop']), credential: z.string() }),
  z.object({ router_name: name, kind: z.enum(['router', 'saas', 'pop']), activation_code: z.string() }),
  z.object({ router_name: name, kind: z.literal('app'), password: z.string() }),
])

export interface FleetMember {
  router_name: string
  kind: 'router' | 'app' | 'saas' | 'pop'
  credential: string | undefined
  /** The proof of its identity when it has no credential, or its credential has ended. */
  proof: Proof | undefined
}

/** Returns the members in a file. @throws an error that names the line that cannot be read */
export function readMembers(file: string): FleetMember[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, i) => {
    if (text.trim() === '') return []
    const parsed = Line.safeParse(json(text))
    if (!parsed.success) throw new Error(`${file}: line ${i + 1} is not a member`)
    const { router_name, kind, ...rest } = parsed.data
    const credential = 'credential' in rest ? rest.credential : undefined
    return [{ router_name, kind, credential, proof: 'credential' in rest ? undefined : { router_name, ...rest } }]
  })
}

/** The credentials that members were given, so that after a restart they connect without a new proof. */
export interface Credentials {
  get(router_name: string): string | undefined
  remember(router_name: string, credential: string): void
}

/** Returns the credentials kept in a file next to the members'; only its owner may read it. */
export function credentialsBeside(file: string): Credentials {
  const path = `${file}.state`
  const known = new Map<string, string>()
  if (existsSync(path)) {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = json(text) as { router_name?: string; credential?: string } | undefined
      if (line?.router_name && line.credential) known.set(line.router_name, line.credential)
    }
    const kept = [...known].map(([router_name, credential]) => `${JSON.stringify({ router_name, credential })}\n`)
    writeFileSync(`${path}.new`, kept.join(''), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return {
    get: (router_name) => known.get(router_name),
    remember(router_name, credential) {
      known.set(router_name, credential)
      appendFileSync(path, `${JSON.stringify({ router_name, credential })}\n`, { mode: 0o600 })
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

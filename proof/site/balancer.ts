import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../bench/child.ts'
import type { Server } from '../../bench/server.ts'
import { freePorts } from '../../apps/server/test/free-port.ts'

type Addresses = Pick<Server, 'console' | 'agent'>

const START_SECONDS = 10
/** Connections of a balancer at most: it needs two files for each, and 20,000 are usual. */
const MOST_CONNECTIONS = 9_000

/**
 * Starts a haproxy for console and agents of these servers, with the checks, retries and limits of `deploy/three-servers/haproxy.cfg`, but
 * without TLS. One of these servers at least must answer. @throws if haproxy is not installed
 */
export async function startBalancer(
  dir: string,
  name: string,
  servers: readonly Addresses[],
): Promise<{ console: string; agents: string; stop(): Promise<unknown> }> {
  const [console_ = 0, agents = 0] = await freePorts(2)
  const file = join(dir, `${name}.cfg`)
  await writeFile(file, configurationOf(servers, { console: console_, agents }))
  const haproxy = run('haproxy', ['-db', '-f', file], { quiet: true })
  const address = `http://127.0.0.1:${console_}`
  for (const began = performance.now(); ; await sleep(100)) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    if (performance.now() - began > START_SECONDS * 1000) {
      await haproxy.stop().catch(() => {})
      throw new Error('haproxy does not answer: is it installed?')
    }
  }
  return { console: address, agents: `http://127.0.0.1:${agents}`, stop: haproxy.stop }
}

function configurationOf(servers: readonly Addresses[], ports: { console: number; agents: number }): string {
  const backend = (listener: 'console' | 'agent') =>
    servers.map((server, i) => `  server weft-${i + 1} ${new URL(server[listener]).host}`).join('\n')
  return `global
  maxconn ${MOST_CONNECTIONS}
  nbthread 1

defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout http-request 15s
  timeout tunnel 1h
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
  balance leastconn
  option redispatch
  retries 2
  retry-on conn-failure empty-response 503

frontend console
  bind 127.0.0.1:${ports.console}
  http-request set-header X-Forwarded-For %[src]
  default_backend console

backend console
${backend('console')}

frontend agents
  bind 127.0.0.1:${ports.agents}
  http-request set-header X-Forwarded-For %[src]
  default_backend agents

backend agents
  timeout tunnel 75s
${backend('agent')}
`
}

import { existsSync, readFileSync } from 'node:fs'
import { writeSecret } from '../../secret-file.ts'
import type { TunnelBytes } from '@weft/contract/agent-protocol'
import type { NewEvent } from '../../protocol/event-ring.ts'
import type { Driver } from '../driver.ts'
import { tunnelKey, type UpTunnel } from './tunnel-facts.ts'

/** Reports tunnels that came up or went down, also while the agent was away: what it reported is kept until the device restarts. */
export interface Reports {
  listen(listener: (event: NewEvent) => void): void
  compare(up: readonly UpTunnel[]): void
  up(up: readonly UpTunnel[]): ReturnType<Driver['up']>
  /** Returns the bytes of these tunnels, of those that were reported. */
  carried(up: readonly UpTunnel[]): TunnelBytes[]
}

/**
 * @param path the file that keeps what was reported
 * @param isReady whether a tunnel that has come up may be reported now; one that was reported stays so until it ends
 */
export function createReports(path: string, isReady: (tunnel: UpTunnel) => boolean): Reports {
  let listener: ((event: NewEvent) => void) | undefined
  let result = read(path)

  const upEvent = ({ network_number, who, dialled, vpn_ip, address, since }: UpTunnel) => ({
    type: dialled ? ('link_up' as const) : ('client_up' as const),
    network_number,
    who,
    vpn_ip,
    address,
    since,
  })

  const reportable = (up: readonly UpTunnel[]) => {
    const then = byKey(result)
    return up.filter((one) => then.has(tunnelKey(one)) || isReady(one))
  }

  return {
    listen(hear) {
      listener = hear
    },
    compare(found) {
      if (!listener) return
      const up = reportable(found)
      const [now, then] = [byKey(up), byKey(result)]
      const ended = result.filter((one) => !now.has(tunnelKey(one)))
      const begun = up.filter((one) => !then.has(tunnelKey(one)))
      if (ended.length + begun.length > 0) keep(path, up)
      result = [...up]
      const at = Math.floor(Date.now() / 1000)
      for (const one of ended) {
        listener({ ...upEvent(one), type: one.dialled ? 'link_down' : 'client_down', since: at, ...bytesOf(one) })
      }
      for (const one of begun) listener(upEvent(one))
    },
    up: (up) => reportable(up).map(upEvent),
    carried: (up) =>
      reportable(up).map((one) => {
        const { network_number, who, dialled, since } = one
        return { network_number, who, dialled, since, ...bytesOf(one) }
      }),
  }
}

/** Returns the bytes of a tunnel as the end that dialled counts them. */
const bytesOf = ({ dialled, received, sent }: UpTunnel) => (dialled ? { input: received, out: sent } : { input: sent, out: received })

const byKey = (tunnels: readonly UpTunnel[]) => new Map(tunnels.map((one) => [tunnelKey(one), one]))

/** Saves the reported tunnels. If the disk is full, an agent that restarts reports some of them twice. */
function keep(path: string, up: readonly UpTunnel[]): void {
  try {
    writeSecret(path, JSON.stringify(up))
  } catch {}
}

function read(path: string): UpTunnel[] {
  if (!existsSync(path)) return []
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as UpTunnel[]
  } catch {
    return []
  }
}

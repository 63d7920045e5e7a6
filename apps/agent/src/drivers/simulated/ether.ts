/** One device's side of a tunnel, with the branch's address (`vpn_ip`) as this side's document has it. */
export interface Half {
  network_number: string
  center: string
  point: string
  vpn_ip: string
  /** Where this side listens, or whom it dials: a change ends the tunnel, and another one comes up. */
  place: string
  /** True if the other end is not a simulated device: it is always there. */
  alone: boolean
}
export interface Tunnel extends Half {
  /** Since when it is up, in Unix seconds; 0 while it is down. */
  since: number
}
/** A device that is switched on. */
export interface End {
  readonly router_name: string
  changed(tunnel: Tunnel, up: boolean, at: number): void
}

/**
 * The medium between simulated devices: a tunnel is up exactly while both ends are switched on and want it with the same
 * address. Only devices of one process can connect.
 */
export interface Ether {
  /** Sets the tunnels that the device wants from now on. */
  want(end: End, halves: readonly Half[]): void
  /** Switches the device off: it reports nothing more, and the other ends notice. */
  leave(end: End): void
  up(router_name: string): Tunnel[]
}

interface Slot {
  tunnel: Tunnel
  center: End | undefined
  point: End | undefined
  centerIp: string | undefined
  pointIp: string | undefined
}

export function createEther(now: () => number = () => Math.floor(Date.now() / 1000)): Ether {
  const slots = new Map<string, Slot>()
  const wanted = new Map<string, Map<string, Half>>()
  const keyOf = ({ network_number, center, point }: Half) => `${network_number} ${center} ${point}`

  function settle(key: string, slot: Slot): void {
    const { tunnel, center, point, centerIp, pointIp } = slot
    const up = center !== undefined && point !== undefined && centerIp === pointIp
    if (up !== tunnel.since > 0) {
      const at = now()
      const result = { ...tunnel, since: up ? at : tunnel.since, vpn_ip: pointIp ?? centerIp ?? tunnel.vpn_ip }
      tunnel.since = up ? at : 0
      tunnel.vpn_ip = result.vpn_ip
      center?.changed(result, up, at)
      point?.changed(result, up, at)
    }
    if (!center && !point) slots.delete(key)
  }

  /** Removes a device's side of a tunnel. @param end undefined if the device is switched off and reports nothing */
  function drop(router_name: string, key: string, half: Half, end: End | undefined): void {
    const slot = slots.get(key)
    if (!slot) return
    const { tunnel } = slot
    if (half.center === router_name) [slot.center, slot.centerIp] = [undefined, undefined]
    else [slot.point, slot.pointIp] = [undefined, undefined]
    if (half.alone) [slot.center, slot.centerIp] = [undefined, undefined]
    const was = { ...tunnel }
    settle(key, slot)
    if (was.since > 0) end?.changed(was, false, now())
  }

  return {
    want(end, halves) {
      const { router_name } = end
      const before = wanted.get(router_name) ?? new Map<string, Half>()
      const after = new Map(halves.map((half) => [keyOf(half), half]))
      for (const [key, half] of before)
        if (after.get(key)?.vpn_ip !== half.vpn_ip || after.get(key)?.place !== half.place) drop(router_name, key, half, end)
      wanted.set(router_name, after)
      for (const [key, half] of after) {
        const slot = slots.get(key) ?? {
          tunnel: { ...half, since: 0 },
          center: undefined,
          point: undefined,
          centerIp: undefined,
          pointIp: undefined,
        }
        slots.set(key, slot)
        if (half.center === router_name) [slot.center, slot.centerIp] = [end, half.vpn_ip]
        else [slot.point, slot.pointIp] = [end, half.vpn_ip]
        if (half.alone) [slot.center, slot.centerIp] = [{ router_name: half.center, changed: () => {} }, half.vpn_ip]
        settle(key, slot)
      }
    },
    leave({ router_name }) {
      for (const [key, half] of wanted.get(router_name) ?? []) drop(router_name, key, half, undefined)
      wanted.delete(router_name)
    },
    up(router_name) {
      return [...(wanted.get(router_name)?.keys() ?? [])].flatMap((key) => {
        const tunnel = slots.get(key)?.tunnel
        return tunnel && tunnel.since > 0 ? [{ ...tunnel }] : []
      })
    },
  }
}

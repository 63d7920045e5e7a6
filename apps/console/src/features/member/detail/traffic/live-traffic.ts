import { LIVE_POINTS, LiveTraffic, SERVICE_RESTART, type MemberInterface, type TrafficPoint } from '@weft/contract'

/** Seconds until a closed socket is opened again, whichever side closed it. */
const RECONNECT_SECONDS = 10
/** Seconds until that after a server restart: other servers answer, or the new one will in a moment. */
const RESTART_SECONDS = 1
/** Milliseconds for which the chart shows that it is switching. */
const SWITCHING_MS = 500
/** Milliseconds after which a hidden tab closes the socket, so that the device need not measure for it. */
const HIDDEN_MS = 60_000

export interface LiveState {
  /** `resting`: stopped by the user, or while the tab is hidden. `unsupported`: the browser has no WebSocket. */
  phase: 'connecting' | 'live' | 'waiting' | 'resting' | 'unsupported'
  /** The user has paused the updates. */
  paused: boolean
  /** Seconds until the next attempt. */
  retry_in: number
  /** The reason why the server has nothing to show. */
  reason: string | undefined
  /** The interfaces changed a moment ago. */
  switching: boolean
  /** Undefined until the server has reported them. */
  interfaces: readonly MemberInterface[] | undefined
  /** The newest points of each interface, oldest first. */
  points: ReadonlyMap<string, readonly TrafficPoint[]>
}

/** Opens a socket and returns a function that closes it; afterwards nothing is reported. `closed` gets the close code, if any. */
export type Connect = (heard: { message: (data: unknown) => void; closed: (code?: number) => void }) => () => void

const nothing: LiveState = {
  phase: 'connecting',
  paused: false,
  retry_in: 0,
  reason: undefined,
  switching: false,
  interfaces: undefined,
  points: new Map(),
}
const identity = (interfaces: readonly MemberInterface[]) =>
  interfaces.map(({ interface: name, interface_uuid }) => `${name} ${interface_uuid}`).join('\n')

/** Returns the points with the new samples; only a sample newer than the last point counts. */
function grown(before: LiveState['points'], samples: LiveTraffic['data']['samples']): LiveState['points'] {
  const points = new Map(before)
  for (const { interface: name, time, down, upload } of samples) {
    const held = points.get(name) ?? []
    if (time > (held.at(-1)?.time ?? 0)) points.set(name, [...held, { time, down, upload }].slice(-LIVE_POINTS))
  }
  return points
}

/**
 * Returns the live traffic of one member: it reconnects by itself, and keeps what the server sent.
 * @param connect undefined if the browser has no WebSocket
 * @param tell called with each new state
 */
export function liveTraffic(connect: Connect | undefined, tell: (state: LiveState) => void) {
  let state = nothing
  let close: (() => void) | undefined
  let retry: ReturnType<typeof setInterval> | undefined
  let indicator: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined

  const become = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    tell(state)
  }
  const letGo = () => {
    clearInterval(retry)
    close?.()
    close = undefined
  }
  const wait = (code?: number) => {
    letGo()
    become({ phase: 'waiting', retry_in: code === SERVICE_RESTART ? RESTART_SECONDS : RECONNECT_SECONDS })
    retry = setInterval(() => {
      if (state.retry_in > 1) become({ retry_in: state.retry_in - 1 })
      else open()
    }, 1000)
  }
  const indicate = () => {
    clearTimeout(indicator)
    become({ switching: true })
    indicator = setTimeout(() => become({ switching: false }), SWITCHING_MS)
  }
  const hear = (data: unknown) => {
    const message = LiveTraffic.safeParse(data)
    if (!message.success) return
    const { code, msg, data: sample } = message.data
    if (code !== 200) {
      become({ reason: msg })
      return wait()
    }
    const other = state.interfaces !== undefined && identity(state.interfaces) !== identity(sample.interfaces)
    const points = grown(other ? nothing.points : state.points, sample.samples)
    become({ phase: 'live', reason: undefined, interfaces: sample.interfaces, points })
    if (other) indicate()
  }
  const open = () => {
    letGo()
    if (!connect) return become({ phase: 'unsupported' })
    become({ phase: 'connecting', retry_in: 0 })
    close = connect({ message: hear, closed: wait })
  }
  const rest = () => {
    letGo()
    if (state.phase !== 'unsupported') become({ phase: 'resting', retry_in: 0 })
  }
  return {
    start: open,
    /** Closes the socket until `resume`. */
    pause() {
      rest()
      if (state.phase === 'resting') become({ paused: true })
    },
    resume() {
      become({ paused: false })
      open()
    },
    /** Call when another interface is chosen. */
    choose: indicate,
    /** Call when the tab is shown or hidden. */
    look(seen: boolean) {
      clearTimeout(hidden)
      if (!seen) hidden = setTimeout(rest, HIDDEN_MS)
      else if (state.phase === 'resting' && !state.paused) open()
    },
    /** Call when the page is left. */
    stop() {
      letGo()
      clearTimeout(indicator)
      clearTimeout(hidden)
    },
  }
}

import { LIVE_POINTS, LiveTraffic, SERVICE_RESTART, type MemberInterface, type TrafficPoint } from '@weft/contract'

/** After the socket closed, whoever closed it, it is opened again so late. */
const RECONNECT_SECONDS = 10
/** After a server closed it that ends: others serve, or the next one does in a moment. */
const RESTART_SECONDS = 1
/** How long a chart that begins anew says so. */
const SWITCHING_MS = 500
/** A tab that nobody looks at lets go of the socket after so long: the device need not measure for it. */
const HIDDEN_MS = 60_000

export interface LiveState {
  /** `resting`: stopped by the user, or while the tab is hidden. `unsupported`: the browser has no WebSocket. */
  phase: 'connecting' | 'live' | 'waiting' | 'resting' | 'unsupported'
  /** The user wants nothing new. */
  paused: boolean
  /** Seconds until the next try. */
  retry_in: number
  /** Why the server has nothing to show. */
  reason: string | undefined
  /** The interfaces changed a moment ago. */
  switching: boolean
  /** None until the server has told them. */
  interfaces: readonly MemberInterface[] | undefined
  /** The newest of each interface, oldest first. */
  points: ReadonlyMap<string, readonly TrafficPoint[]>
}

/** Opens a socket, and answers how to close it; `closed` hears the close code, where there is one. Nothing is heard any more once it is closed from here. */
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

/** The points with what came in since; only what is newer than the last counts. */
function grown(before: LiveState['points'], samples: LiveTraffic['data']['samples']): LiveState['points'] {
  const points = new Map(before)
  for (const { interface: name, time, down, upload } of samples) {
    const held = points.get(name) ?? []
    if (time > (held.at(-1)?.time ?? 0)) points.set(name, [...held, { time, down, upload }].slice(-LIVE_POINTS))
  }
  return points
}

/**
 * Live traffic of one member: a socket that comes back by itself, and what it told.
 * @param connect undefined where the browser has no WebSocket
 * @param tell hears each new state
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
    /** Nothing new, until `resume`. */
    pause() {
      rest()
      if (state.phase === 'resting') become({ paused: true })
    },
    resume() {
      become({ paused: false })
      open()
    },
    /** Another interface was chosen. */
    choose: indicate,
    /** The tab is seen, or not. */
    look(seen: boolean) {
      clearTimeout(hidden)
      if (!seen) hidden = setTimeout(rest, HIDDEN_MS)
      else if (state.phase === 'resting' && !state.paused) open()
    },
    /** The page is left. */
    stop() {
      letGo()
      clearTimeout(indicator)
      clearTimeout(hidden)
    },
  }
}

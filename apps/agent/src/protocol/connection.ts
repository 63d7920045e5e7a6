import type { IncomingMessage } from 'node:http'
import {
  AGENT_CONNECT_PATH,
  AGENT_SUBPROTOCOL,
  type AgentMessage,
  closeCodes,
  comeBackOf,
  ControllerMessage,
  HEARTBEAT_MISSED_SECONDS,
  HEARTBEAT_SECONDS,
  MAX_FRAME_BYTES,
  RECONNECT_MAX_SECONDS,
} from '@weft/contract/agent-protocol'
import { type RawData, WebSocket } from 'ws'
import { monotonicSeconds } from '../beat.ts'
import { oneLine } from '../one-line.ts'
import { addressOf, AT_ONCE_SECONDS, type OwnAddresses } from '../own-addresses.ts'
import { reconnectDelay } from './backoff.ts'
import type { Controller } from './controller.ts'
import { type Reason, reasonOf, reasonText } from './reason.ts'

export interface ConnectionDependencies {
  controller: Controller
  credential: () => string
  random: () => number
  /** Returns the first message of a connection. */
  hello: () => AgentMessage
  receive: (message: ControllerMessage) => void
  /**
   * Called when the connection has ended, or could not be opened; it is opened again unless it was stopped.
   * @param why in words; `cause` is the same each time for the same cause
   */
  lost?: (why: string, cause: string) => void
  /** Called when the credential is not accepted (any more). @returns whether to keep trying */
  refused?: () => Promise<boolean> | boolean
  /** Only on a device that notices when its addresses and routes change. */
  addresses?: OwnAddresses | undefined
}

/** The one connection of a device to the controller. */
export interface Connection {
  start(): void
  /** Sends a message. @returns false while the connection is not open; nothing is kept for later */
  send(message: AgentMessage): boolean
  /** Bytes that are not sent yet. */
  readonly backlog: number
  /** Called once a second: sends heartbeats, ends a connection that fell silent, and follows changes of the device's own addresses. */
  beat(now: number): void
  stop(): Promise<void>
}

/** Seconds after which the end of a connection resets the count of failures. */
const STABLE_SECONDS = 30
const HANDSHAKE_MS = 15_000
const CLOSE_MS = 2000
/** The code of a connection that ended without a close frame. */
const NOT_CLOSED = 1006
const HEARTBEAT = JSON.stringify({ type: 'heartbeat' })
/** Seconds within which the controller answers a heartbeat after the way to it has changed. */
const ANSWER_SECONDS = 3

export function createConnection(dependencies: ConnectionDependencies): Connection {
  const { controller, credential, random, hello, receive, lost, refused, addresses } = dependencies
  const { ca } = controller
  const addressed = () => new URL(AGENT_CONNECT_PATH, controller.server.replace(/^http/, 'ws'))
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let opened = 0
  let heard = 0
  let asked = 0
  let stopped = false
  /** Why this side ends the connection. */
  let ending: string | undefined
  /** True while the controller itself has said when to come back. */
  let ordered = false
  let remote = addressOf(addressed().hostname)
  /** The own address of the connection; undefined if it is no line's: the controller may be reached through a tunnel. */
  let connected_from: string | undefined
  /** True once a look has found that no line has this address: the next one may find it again. */
  let missed = false
  /** The own address from which packets left for the controller at the last look: undefined if none could, null before the first look. */
  let leads_from: string | undefined | null = null
  /** True once the way has changed, until that was acted upon. */
  let changed = false
  let looking = false
  /** When an attempt was last made at once. */
  let at_once = Number.NEGATIVE_INFINITY
  /** When the controller was asked whether the connection is still there; undefined once it has answered. */
  let checked: number | undefined

  function wordsOf(code: number, said: string): string {
    if (ending !== undefined) return ending
    return code === NOT_CLOSED ? 'the connection broke off' : `the controller closed the connection: ${code} ${said}`.trimEnd()
  }

  function open(): void {
    timer = undefined
    ending = checked = undefined
    changed = false
    const ws = new WebSocket(addressed(), AGENT_SUBPROTOCOL, {
      headers: { authorization: `Bearer ${credential()}`, 'accept-language': 'en' },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      ...(ca !== undefined && { ca }),
    })
    let come_back: number | undefined
    let denied = false
    let reason: Reason | undefined
    socket = ws
    ws.on('upgrade', ({ socket: raw }) => {
      remote = raw.remoteAddress ?? remote
      leads_from = connected_from = addresses?.has(raw.localAddress ?? '') ? raw.localAddress : undefined
      missed = false
    })
    ws.on('open', () => {
      opened = heard = asked = monotonicSeconds()
      ws.send(JSON.stringify(hello()))
    })
    ws.on('message', (data, binary) => {
      heard = monotonicSeconds()
      checked = undefined
      const message = binary ? undefined : read(data)
      if (message) receive(message)
      else ws.close(closeCodes.protocol, 'not understood')
    })
    const turnedAway = async (response: IncomingMessage): Promise<void> => {
      denied = response.statusCode === 401
      come_back = Number(response.headers['retry-after']) || undefined
      const said = denied ? 'the credential is refused' : `the controller answers ${response.statusCode}`
      const sentence = await sentenceOf(response)
      // The seconds to wait in the sentence would make each refusal another cause.
      const own = sentence.replaceAll(/\d+/g, 'n')
      reason = { cause: own === '' ? said : `${said}: ${own}`, words: sentence === '' ? said : `${said}: ${sentence}`, clock: undefined }
      ws.terminate()
    }
    ws.on('unexpected-response', (_request, response) => void turnedAway(response))
    // The first reason counts: `terminate` before the connection is open causes another error.
    ws.on('error', (error) => (reason ??= reasonOf(error)))
    ws.on('close', (code, said) => {
      if (socket !== ws) return
      socket = undefined
      // This side's own reason comes first: `terminate` before the connection is open causes an error.
      const ended = (ending === undefined ? reason : undefined) ?? { cause: wordsOf(code, said.toString()), clock: undefined }
      lost?.(reasonText(ended), ended.cause)
      void retry(denied, come_back ?? comeBackOf(said.toString()))
    })
  }

  async function retry(denied: boolean, come_back: number | undefined): Promise<void> {
    if (stopped) return
    if (opened > 0 && monotonicSeconds() - opened >= STABLE_SECONDS) failures = 0
    const was = opened
    opened = 0
    if (denied && refused && !(await refused())) return
    if (stopped) return
    ordered = come_back !== undefined
    if (mayHurry()) return hurry()
    // The address by which it was connected is tried again first.
    const isLast = was > 0 || next()
    const wait = come_back === undefined ? reconnectDelay(isLast ? failures : 0, random) : come_back + random() * 2
    if (isLast) failures += 1
    timer = setTimeout(open, wait * 1000)
  }

  /** Goes on to the controller's next address. @returns whether each was tried; if it has one alone, it was */
  function next(): boolean {
    if (!controller.next) return true
    const isLast = controller.next()
    remote = addressOf(addressed().hostname)
    leads_from = null
    return isLast
  }

  /** Returns whether the pause before the next attempt ends now. */
  const mayHurry = () => changed && !ordered && monotonicSeconds() - at_once >= AT_ONCE_SECONDS

  /** Tries at once. The failures by the former way say nothing of this one, unless ways come and go. */
  function hurry(): void {
    clearTimeout(timer)
    const now = monotonicSeconds()
    if (now - at_once > RECONNECT_MAX_SECONDS) failures = 0
    at_once = now
    open()
  }

  function end(ws: WebSocket, why: string): void {
    ending = why
    ws.terminate()
  }

  /** Looks by which own address the controller is reached now, and acts if that has changed. */
  async function look(now: number): Promise<void> {
    if (!addresses || looking) return
    looking = true
    const [ws, to] = [socket, remote]
    const found = await addresses.towards(to)
    looking = false
    if (stopped || ws !== socket || to !== remote) return
    const differs = leads_from !== null && found !== leads_from
    leads_from = found
    if (found === undefined) {
      // Nothing says that the connection has ended with the line: it may go through a tunnel over another one.
      if (differs && ws?.readyState === WebSocket.OPEN && connected_from !== undefined && addresses.has(connected_from)) ask(ws, now)
      return
    }
    changed ||= differs
    if (ws?.readyState === WebSocket.OPEN) keepOrEnd(ws, found, now)
    // An attempt by the former way would have fifteen seconds.
    else if (mayHurry() && ws?.readyState === WebSocket.CONNECTING) end(ws, 'the way to the controller has changed')
    else if (mayHurry() && timer !== undefined) hurry()
  }

  function keepOrEnd(ws: WebSocket, from: string, now: number): void {
    const before = missed
    missed = connected_from !== undefined && connected_from !== from && !addresses?.has(connected_from)
    if (before && missed) {
      changed = true
      return end(ws, `the controller is no longer reached from the address ${connected_from}`)
    }
    if (changed) ask(ws, now)
  }

  /** Asks the controller over the connection, which may have survived a change. */
  function ask(ws: WebSocket, now: number): void {
    changed = false
    asked = now
    checked ??= now
    ws.send(HEARTBEAT)
  }

  return {
    start: open,
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    get backlog() {
      return socket?.bufferedAmount ?? 0
    },
    beat(now) {
      void look(now)
      if (socket?.readyState !== WebSocket.OPEN) return
      if (now - heard > HEARTBEAT_MISSED_SECONDS) return end(socket, `nothing was heard for ${HEARTBEAT_MISSED_SECONDS} seconds`)
      if (checked !== undefined && now - checked > ANSWER_SECONDS) {
        changed = true
        return end(socket, 'the controller does not answer since the way to it has changed')
      }
      // The controller answers heartbeats and little else, so other messages of the agent do not replace a heartbeat.
      if (now - Math.max(heard, asked) < HEARTBEAT_SECONDS) return
      asked = now
      socket.send(HEARTBEAT)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      const ws = socket
      if (!ws) return
      const closed = new Promise<void>((done) => ws.once('close', () => done()))
      if (ws.readyState === WebSocket.CONNECTING) ws.terminate()
      else ws.close(1000)
      const late = setTimeout(() => ws.terminate(), CLOSE_MS)
      await closed
      clearTimeout(late)
    },
  }
}

/** Length above which an answer is ignored, and above which its sentence is cut. */
const LONGEST_ANSWER = 4096
const LONGEST_SENTENCE = 300

/** Returns the message of a refusal in one line; an empty text if it has none that can be read. */
async function sentenceOf(response: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const part of response) {
      text += String(part)
      if (text.length > LONGEST_ANSWER) return ''
    }
    const { msg } = JSON.parse(text) as { msg?: unknown }
    return typeof msg === 'string' ? oneLine(msg, LONGEST_SENTENCE) : ''
  } catch {
    return ''
  }
}

const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')

function read(data: RawData): ControllerMessage | undefined {
  try {
    const parsed = ControllerMessage.safeParse(JSON.parse(textOf(data)))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

/** A process of the proof that acts on the server: it takes requests by name and answers each once. */
export interface Actors {
  ask(request: string, input?: unknown): Promise<unknown>
  stop(): Promise<void>
}

interface Message {
  id: number
  request: string
  input: unknown
}
interface Reply {
  id: number
  answer?: unknown
  error?: string
}

const STOP_MS = 5_000

/** Starts a file of this folder as such a process. It ends with this one, however this one ends. */
export function startActors(file: string): Actors {
  const child: ChildProcess = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', ({ id, answer, error }: Reply) => {
    const { resolve, reject } = waiting.get(id)!
    waiting.delete(id)
    if (error === undefined) resolve(answer)
    else reject(new Error(error))
  })
  const gone = once(child, 'exit')
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
    waiting.clear()
  })
  return {
    ask(request, input) {
      const answer = Promise.withResolvers<unknown>()
      const id = ++asked
      waiting.set(id, answer)
      if (!child.connected) answer.reject(new Error(`${file} has ended`))
      else child.send({ id, request, input } satisfies Message)
      return answer.promise
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await gone
      clearTimeout(timer)
    },
  }
}

/**
 * Serves the requests of the process that started this one, and ends with it. An interrupt of the terminal reaches both, and the other one
 * tells this one when to end.
 * @param nice how much less of a processor than others it wants
 */
export function serveRequests(requests: Record<string, (input: never) => unknown>, nice: number): void {
  setPriority(nice)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  const reply = (one: Reply) => process.connected && process.send!(one)
  async function serve({ id, request, input }: Message): Promise<void> {
    try {
      reply({ id, answer: await requests[request]!(input as never) })
    } catch (error) {
      reply({ id, error: (error as Error).stack ?? String(error) })
    }
  }
  process.on('message', (message: Message) => void serve(message))
}

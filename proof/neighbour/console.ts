import { Agent, request } from 'node:http'
import { type AccountEvent, contract, doorBase } from '@weft/contract'
import { threadMilliseconds } from './thread.ts'
import type { Account } from './stage.ts'

/** One answer to a call of the neighbour. */
export interface Asked {
  path: string
  /** When it was asked, in milliseconds since the epoch. */
  at: number
  ms: number
  /** Milliseconds of processor time of the server's main thread between question and answer: what stood before it, and itself. */
  work: number
  /** 0 without an answer. */
  status: number
}

const ANSWER_MS = 60_000
const ADDRESS = '203.0.113.9'

/** An open console of the neighbour's owner. */
export function createConsole({ ports, pid, logins }: Account, asked: (one: Asked) => void) {
  const agent = new Agent({ keepAlive: true })
  const tokens = logins[0]!
  let turns = 0

  function ask(method: string, path: string, input?: object): Promise<{ status: number; text: string }> {
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
    const [at, began, before] = [Date.now(), performance.now(), threadMilliseconds(pid)]
    const done = (status: number, text: string) => {
      asked({ path: path.split('?')[0]!, at, ms: performance.now() - began, work: threadMilliseconds(pid) - before, status })
      resolve({ status, text })
    }
    const headers = {
      authorization: `Bearer ${tokens[turns++ % tokens.length]}`,
      'x-forwarded-for': ADDRESS,
      ...(input && { 'content-type': 'application/json' }),
    }
    const sent = request(
      { host: '127.0.0.1', port: ports.console, agent, method, path: `${doorBase.console}/${path}`, headers, timeout: ANSWER_MS },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => done(response.statusCode ?? 0, text))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => done(0, error.message))
    sent.end(input && JSON.stringify(input))
    return promise
  }

  return {
    get: (path: string) => ask('GET', path),
    async post(path: string, input: object): Promise<string> {
      const { status, text } = await ask('POST', path, input)
      if (status !== 200) console.error(`  ${path} of the neighbour answered ${status} ${text.slice(0, 200)}`)
      return text
    },
    /** Opens the socket of the account's events. */
    async listen(heard: (event: AccountEvent) => void, lost: (why: string) => void): Promise<void> {
      const { data } = JSON.parse(await this.post(contract.login.socket_ticket.path, {})) as { data: { ticket: string } }
      const url = `ws://127.0.0.1:${ports.console}${doorBase.console}/${contract.events.account.path}?token=${encodeURIComponent(data.ticket)}`
      const socket = new WebSocket(url)
      socket.addEventListener('message', ({ data: text }) => heard(JSON.parse(String(text)) as AccountEvent))
      socket.addEventListener('close', ({ code }) => lost(`the console's socket ended with ${code}`))
      await new Promise((open) => socket.addEventListener('open', open))
    },
  }
}

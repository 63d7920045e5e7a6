import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'
import { contract, doorBase } from '@weft/contract'
import { openRaw } from './frames.ts'
import type { Account } from './stage.ts'

/** Sockets of the console that one session opens; the server allows 128. */
const OF_ONE_SESSION = 16
const EVERY_MS = 2_000

const portOf = async (server: Server | TcpServer): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a webhook's endpoint and a directory, which accept connections and never answer. */
export async function startSilent(): Promise<{ webhook: string; directory: string }> {
  return {
    webhook: await portOf(createServer(() => {})),
    directory: await portOf(createTcpServer((socket) => socket.on('error', () => {}))),
  }
}

/** Opens sockets of the account's events, and of members that are watched, which nobody reads. */
export function createListeners({ ports, logins, members }: Account): { begin(): void; rest(): void } {
  const held = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  const ticketPath = `${doorBase.console}/${contract.login.socket_ticket.path}`

  async function open(login: number, turn: number): Promise<void> {
    const token = logins[login]![turn % logins[login]!.length]!
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `198.51.100.${1 + login}` }
    const answer = await fetch(`http://127.0.0.1:${ports.console}${ticketPath}`, { method: 'POST', headers })
    const { data } = (await answer.json()) as { data: { ticket?: string } | null }
    if (data?.ticket === undefined || timer === undefined) return
    const query = new URLSearchParams({ token: data.ticket, ...(turn % 2 === 0 && { router_name: members[turn % 50]! }) })
    const path = turn % 2 === 0 ? contract.liveTraffic.watch.path : contract.events.account.path
    const socket = openRaw(ports.console, `${doorBase.console}/${path}?${query}`, {})
    socket.pause()
    held.add(socket)
    socket.on('close', () => held.delete(socket))
  }

  return {
    begin() {
      let turn = 0
      timer = setInterval(() => {
        turn += 1
        if (held.size >= OF_ONE_SESSION * logins.length) return
        for (const login of logins.keys()) void open(login, turn).catch(() => {})
      }, EVERY_MS)
    },
    rest() {
      clearInterval(timer)
      timer = undefined
      for (const socket of held) socket.destroy()
    },
  }
}

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that a receiver got. */
export interface Received {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  json: Record<string, unknown>
}

/** Starts a webhook's receiver on loopback, which gives the answers that the test sets, and records the calls. */
export async function startReceiver() {
  const received: Received[] = []
  let reply: { status: number; body: string } | 'nothing' = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { pathname: path, searchParams: query } = new URL(request.url!, 'http://receiver')
      const text = Buffer.concat(parts).toString('utf8')
      received.push({ path, query, headers: request.headers, text, json: JSON.parse(text) as Record<string, unknown> })
      if (reply !== 'nothing') response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  return {
    received,
    /** As WEFT_EGRESS_ALLOW names it. */
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/robot/send?access_token=a-key`,
    answer(status: number, body = '') {
      reply = { status, body }
    },
    hang() {
      reply = 'nothing'
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

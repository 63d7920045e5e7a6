import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Settings } from '../../kernel/settings.ts'
import { EgressFailure } from './egress-failure.ts'
import { type Lookup, type Resolved, resolvePublic } from './public-address.ts'

export { EgressFailure } from './egress-failure.ts'

/** Milliseconds that a call may take, from the lookup of its host to the end of its answer. */
const CALL_MS = 5_000
/** Most bytes of an answer that are read. */
const MOST_BYTES = 65_536

export interface Call {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}
export interface Answer {
  status: number
  /** The body of the answer. Never show it to the customer who named the address. */
  body: Buffer
}

export type Egress = ReturnType<typeof createEgress>

/** Returns the only way to call addresses that a customer names: webhooks, proofs of domains, directories (docs/design/security.md §4). */
export function createEgress({ WEFT_EGRESS_ALLOW }: Pick<Settings, 'WEFT_EGRESS_ALLOW'>, find?: Lookup, call_ms = CALL_MS) {
  const allowed = new Set((WEFT_EGRESS_ALLOW ?? '').split(',').map((entry) => entry.trim().toLowerCase()))
  /** Returns whether the settings allow calls to a host and port whatever their address is, and without TLS. */
  const excepts = (host: string, port: number) => allowed.has(`${host.toLowerCase()}:${port}`)
  const resolve = (host: string, port: number) => resolvePublic(host, excepts(host, port), find)

  return {
    excepts,

    /**
     * Returns the address of a customer's host; the connection must be made to this address.
     * @throws EgressFailure
     */
    resolve,

    /**
     * Calls an address of a customer once: no redirect is followed.
     * @throws EgressFailure
     */
    async call(url: string, call: Call): Promise<Answer> {
      const target = URL.canParse(url) ? new URL(url) : undefined
      if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) throw new EgressFailure('address_wrong', '')
      const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
      if (port !== 80 && port !== 443 && !excepts(target.hostname, port)) throw new EgressFailure('address_wrong', '')
      const late = AbortSignal.timeout(call_ms)
      const tooLate = Promise.withResolvers<never>()
      // A lookup cannot be cancelled, so the call stops waiting for it at its time limit.
      late.addEventListener('abort', () => tooLate.reject(new EgressFailure('timeout', '')), { once: true })
      const resolved = await Promise.race([resolve(target.hostname, port), tooLate.promise])
      return send(target, port, resolved, call, late)
    },
  }
}

function send(
  target: URL,
  port: number,
  { address, family }: Resolved,
  { method, headers, body }: Call,
  late: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(
    {
      host: target.hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: target.pathname + target.search,
      method,
      headers: { ...headers, host: target.host, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      // The address that was checked, whatever the name resolves to by now.
      lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
      agent: false,
      signal: late,
    },
    (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) {
        response.destroy()
        return reject(new EgressFailure('redirected', String(status)))
      }
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MOST_BYTES) response.destroy(new EgressFailure('too_large', ''))
        else parts.push(part)
      })
      response.on('end', () => resolve({ status, body: Buffer.concat(parts) }))
      response.on('error', (error) => reject(failureOf(error, late)))
    },
  )
  sent.on('error', (error) => reject(failureOf(error, late)))
  sent.end(body)
  return promise
}

function failureOf(error: NodeJS.ErrnoException, late: AbortSignal): EgressFailure {
  if (error instanceof EgressFailure) return error
  if (late.aborted) return new EgressFailure('timeout', '')
  const code = error.code ?? ''
  return new EgressFailure(/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO/.test(code) ? 'certificate' : 'unreachable', code)
}

import type { BodyKind, Endpoint } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

const JSON_TYPE = 'application/json'
const mediaTypes: Record<BodyKind['kind'], readonly string[]> = {
  json: [JSON_TYPE],
  form: [JSON_TYPE, 'application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
}

/**
 * Refuses a body of another kind than the endpoint declares. A page of another site can send a form without a preflight, but no
 * JSON (Fetch standard, "CORS-safelisted request-header").
 * @throws contentTypeUnknown
 */
export function requireDeclaredBody({ method, body }: Endpoint, { headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (method === 'POST' && type !== undefined && !mediaTypes[body.kind].includes(type)) throw new Refusal('contentTypeUnknown')
}

/**
 * Refuses a call that a page of another site makes, so that no such page can sign a browser in or overwrite a cookie of ours. Browsers
 * send `Origin` with every POST, and other programs send none. If a proxy does not pass the host on, the browser's `Sec-Fetch-Site`,
 * which no page can set, or the console's public address decides.
 * @throws foreignOrigin
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, public_url: string): void {
  const { origin } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return
  if (!URL.canParse(origin)) throw new Refusal('foreignOrigin')
  const from = new URL(origin)
  // A host may include the default port of its scheme.
  const reached = `${from.protocol}//${host}`
  const own = [public_url, ...(URL.canParse(reached) ? [reached] : [])].map((url) => new URL(url).host)
  if (from.host === '' || !own.includes(from.host)) throw new Refusal('foreignOrigin')
}

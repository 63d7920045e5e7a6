import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that a gateway received, with a correct signature. */
export interface TakenCall {
  url: URL
  headers: Record<string, string>
  body: string
}
export interface Answer {
  status?: number
  body: string
}
export interface SmsGateway {
  url: string
  calls: TakenCall[]
  /** Gives the gateway's answer; a promise that never resolves hangs. */
  answer: (call: TakenCall) => Answer | Promise<Answer>
  close(): Promise<void>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Computes the signature that Alibaba Cloud would compute from the request, written separately from the code that signs. */
function aliyunSignature({ url, headers, body }: TakenCall, secret: string): string {
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const lines = signed.split(';').map((name) => `${name}:${headers[name] ?? ''}\n`)
  const canonical = `POST\n${url.pathname}\n${url.search.slice(1)}\n${lines.join('')}\n${signed}\n${sha256(body)}`
  return hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
}

/** Computes that of Tencent Cloud. */
function tencentSignature({ headers, body }: TakenCall, secret: string): string {
  const { authorization = '' } = headers
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? ''
  const scope = /Credential=[^/]+\/([^,]+)/.exec(authorization)?.[1] ?? ''
  const lines = signed.split(';').map((name) => `${name}:${(headers[name] ?? '').toLowerCase()}\n`)
  const canonical = `POST\n/\n\n${lines.join('')}\n${signed}\n${sha256(body)}`
  const [date = '', service = ''] = scope.split('/')
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  return hmac(key, `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${scope}\n${sha256(canonical)}`).toString('hex')
}

const rejected: Record<'aliyun' | 'tencent', Answer> = {
  aliyun: { status: 400, body: JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'Specified signature does not match' }) },
  tencent: { body: JSON.stringify({ Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'signature' } } }) },
}

/** Starts a gateway on this machine that checks signatures as the provider does, and then answers what the test wants. */
export async function startSmsGateway(provider: 'aliyun' | 'tencent', secret: string): Promise<SmsGateway> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const call = { url, headers: request.headers as Record<string, string>, body }
    const signature = /Signature=([0-9a-f]{64})$/.exec(call.headers.authorization ?? '')?.[1]
    const right = (provider === 'aliyun' ? aliyunSignature : tencentSignature)(call, secret)
    if (signature === right) gateway.calls.push(call)
    const answer = signature === right ? await gateway.answer(call) : rejected[provider]
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer: () => ({ body: '{}' }),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
  return gateway
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

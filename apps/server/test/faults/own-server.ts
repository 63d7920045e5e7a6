import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ABSOLUTE_SECONDS, doorBase, type Endpoint } from '@weft/contract'
import { createAccount } from '../../src/domains/identity/account/account.service.ts'
import { insertSession } from '../../src/domains/identity/session/session.queries.ts'
import { after } from '../../src/kernel/clock.ts'
import { token } from '../../src/kernel/ids.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { digest } from '../../src/kernel/secrets.ts'
import { readSettings } from '../../src/kernel/settings.ts'
import { type Running, startServer } from '../../src/main.ts'

export interface Answer {
  status: number
  code: number
  data: unknown
  retry_after: string | null
}

/** A whole server with its listeners and jobs, on free ports and a given database, and one owner who is signed in. */
export interface OwnServer {
  running: Running
  owner: { account_id: number; access_token: string }
  /** Calls an endpoint of the console over HTTP. */
  call(endpoint: Endpoint, input?: object, headers?: Record<string, string>): Promise<Answer>
  /** Returns the answer of a listener's `/readyz`, with its status. */
  ready(listener: keyof Running['addresses']): Promise<[status: number, states: Record<string, string>]>
  close(): Promise<void>
}

/** @param more settings; servers of one installation need the same secret */
export async function ownServer(DATABASE_URL: string, more: Record<string, string> = {}): Promise<OwnServer> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-server-'))
  const ports = { WEFT_HTTP_PORT: '0', WEFT_OPS_PORT: '0', WEFT_AGENT_PORT: '0', WEFT_METRICS_PORT: '0' }
  const settings = readSettings({
    WEFT_ENV: 'test',
    WEFT_DEMO: '0',
    WEFT_DATA_DIR: dir,
    WEFT_HOST: '127.0.0.1',
    DATABASE_URL,
    ...ports,
    ...more,
  })
  const running = await startServer(settings, silentLog, () => {})
  const owner = await signedInOwner(running)
  return {
    running,
    owner,
    async call(endpoint, input = {}, headers = {}) {
      const get = endpoint.method === 'GET'
      const url = `${running.addresses.console}${doorBase[endpoint.door]}/${endpoint.path}`
      const response = await fetch(get ? `${url}?${new URLSearchParams(input as Record<string, string>)}` : url, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${owner.access_token}`, ...(!get && { 'content-type': 'application/json' }), ...headers },
        ...(!get && { body: JSON.stringify(input) }),
      })
      const { code, data } = (await response.json()) as { code: number; data: unknown }
      return { status: response.status, code, data, retry_after: response.headers.get('retry-after') }
    },
    async ready(listener) {
      const response = await fetch(`${running.addresses[listener]}/readyz`)
      return [response.status, (await response.json()) as Record<string, string>]
    },
    async close() {
      await running.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function signedInOwner({ infrastructure: { db, clock } }: Running): Promise<OwnServer['owner']> {
  const login = await db.system((system) =>
    createAccount(system, { username: `owner${randomUUID().slice(0, 8)}`, nickname: '客户', password: 'secret-1234' }),
  )
  const [access_token, now] = [token(), clock.now()]
  const session = {
    session_id: randomUUID(),
    account_id: login.account_id,
    login_id: login.login_id,
    kind: 'password',
    cookie_hash: digest(token()),
    create_time: now,
    last_time: now,
    expire_time: after(now, ABSOLUTE_SECONDS),
    address: '127.0.0.1',
    user_agent: 'test',
  } as const
  await insertSession(db.systemNow, session, digest(access_token))
  return { account_id: login.account_id, access_token }
}

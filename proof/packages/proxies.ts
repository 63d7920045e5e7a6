import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { contract, doorBase } from '@weft/contract'
import { selfSigned } from '../../apps/server/test/certificate.ts'
import type { ServerProcess } from '../../apps/server/test/server-process.ts'
import { type Child, inTemporaryFolder, ROOT, run } from '../../bench/child.ts'
import { type Owner, seedAccount, seedCredentials, seedSessions, withClient } from '../../bench/data.ts'
import { freePorts } from '../../apps/server/test/free-port.ts'
import type { Finding, Proof } from '../proof.ts'
import { withServerProcess } from '../server.ts'

type Say = Parameters<Proof>[0]

/** Seconds without traffic of users; longer than the proxies' own limit. */
const SILENT_SECONDS = 80
/** The address from which the calls come, so that it differs from the proxies'. */
const CALLER = '127.0.0.77'

const createTicket = `${doorBase[contract.supportTickets.create.door]}/${contract.supportTickets.create.path}`

interface Tls {
  key: string
  cert: string
}
type Ports = Record<'console' | 'desk' | 'agents', number>

/** Returns an example of deploy/tls with the addresses and files of this proof in place of its own. */
function adapted(example: string, files: Record<string, string>, ports: Ports, server: ServerProcess['ports']): string {
  let text = readFileSync(join(ROOT, 'deploy/tls', example), 'utf8')
  const replaced: [from: RegExp, to: string][] = [
    ...Object.entries(files).map(([path, own]): [RegExp, string] => [new RegExp(`${path}\\b`, 'g'), own]),
    [/weft\.example(?=[ ;{])(?! *;)/g, `localhost:${ports.console}`],
    [/weft\.example:8443/g, `localhost:${ports.desk}`],
    [/weft\.example:8883/g, `localhost:${ports.agents}`],
    [/weft\.example/g, 'localhost'],
    [/listen 443/g, `listen ${ports.console}`],
    [/listen 8443/g, `listen ${ports.desk}`],
    [/listen 8883/g, `listen ${ports.agents}`],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${server.console}`],
    [/127\.0\.0\.1:8081/g, `127.0.0.1:${server.ops}`],
    [/127\.0\.0\.1:8082/g, `127.0.0.1:${server.agent}`],
  ]
  for (const [from, to] of replaced) text = text.replace(from, to)
  return text
}

interface Start {
  dir: string
  tls: Record<'cert' | 'key', string>
  ports: Ports
  server: ServerProcess['ports']
}

const starts: Record<string, (start: Start) => Child> = {
  nginx({ dir, tls, ports, server }) {
    const site = adapted('nginx.conf', { '/etc/nginx/weft.pem': tls.cert, '/etc/nginx/weft.key': tls.key }, ports, server)
    writeFileSync(join(dir, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join(' ')
    writeFileSync(
      join(dir, 'nginx.conf'),
      `user root; pid ${dir}/pid; error_log ${dir}/error.log; events {} http { access_log off; ${temporary} include site.conf; }`,
    )
    return run('nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log'), '-g', 'daemon off;'])
  },
  caddy({ dir, tls, ports, server }) {
    const site = adapted('Caddyfile', { '/etc/caddy/weft.pem': tls.cert, '/etc/caddy/weft.key': tls.key }, ports, server)
    writeFileSync(join(dir, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
    return run('caddy', ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'], { env, quiet: true })
  },
}

/** Serves console, desk and agents through nginx and Caddy as deploy/tls sets them up, with a certificate of this proof's own. */
export const proxies = (say: Say): Promise<Finding> =>
  inTemporaryFolder(async (dir) => {
    const tls = selfSigned(['127.0.0.1'])
    const files = { cert: join(dir, 'weft.pem'), key: join(dir, 'weft.key') }
    // For the WebSocket of this process, which takes no certificates of its own.
    setDefaultCACertificates([...getCACertificates('default'), tls.cert])
    writeFileSync(files.cert, tls.cert)
    writeFileSync(files.key, tls.key)
    const failures: string[] = []
    const settings = { WEFT_ENV: 'test', WEFT_TRUST_PROXY: '127.0.0.1', WEFT_PUBLIC_URL: 'https://localhost' }
    await withServerProcess(settings, async (server, database) => {
      const running: { name: string; proxy: Child; ports: Ports }[] = []
      try {
        for (const [name, start] of Object.entries(starts)) {
          const own = join(dir, name)
          await mkdir(own)
          const [console_ = 0, desk = 0, agents = 0] = await freePorts(3)
          const ports = { console: console_, desk, agents }
          const proxy = start({ dir: own, tls: files, ports, server: server.ports })
          running.push({ name, proxy, ports })
          await Promise.all(Object.values(ports).map(listening))
        }
        for (const { name, failed } of await Promise.all(running.map((one) => throughProxy({ ...one, dir, tls, files, database }))))
          failures.push(...failed.map((what) => `${name}: ${what}`))
        await server.stop()
        for (const { name, ports } of running) {
          const away = await call(tls, ports.console, '/site.json')
          if (away.status !== 503 || away.headers['retry-after'] !== '5' || !away.body.includes('"retry_after":5'))
            failures.push(`${name}: without a server it answers ${away.status} ${away.body}`)
        }
        say(
          `${running.map(({ name }) => name).join(' and ')}: page, call, file, live socket and agent over TLS, ${SILENT_SECONDS} s of silence`,
        )
      } finally {
        await Promise.all(running.map(({ proxy }) => proxy.stop()))
      }
    })
    return { what: 'console, desk and agents through nginx and Caddy with TLS', failures }
  })

interface Through {
  name: string
  ports: Ports
  dir: string
  tls: Tls
  files: { cert: string }
  database: string
}

async function throughProxy({ name, ports, dir, tls, files, database }: Through): Promise<{ name: string; failed: string[] }> {
  const failed: string[] = []
  const demand = (what: string, holds: boolean) => void (holds || failed.push(what))
  const owner = await seedAccount(database, `proof${name}`, { members: 1, networks: 1 })
  const [member] = await seedCredentials(database, owner)
  const [token = ''] = await seedSessions(database, owner, 1)

  for (const page of ['console', 'desk'] as const) {
    const { status, body } = await call(tls, ports[page], '/')
    demand(`the page of the ${page} is answered ${status}`, status === 200 && body.includes('class="weft"'))
  }
  const headers = (await call(tls, ports.console, '/')).headers
  demand('the browser is told to stay with HTTPS', headers['strict-transport-security'] !== undefined)
  await ticket(tls, ports.console, token, demand)
  demand(
    `the audit names another address than the caller's: ${await addressOf(database, owner)}`,
    (await addressOf(database, owner)) === CALLER,
  )
  const large = await call(tls, ports.console, createTicket, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(9 * 1024 * 1024)),
  })
  demand(`9 MB are answered ${large.status}`, large.status === 413)

  const state = join(dir, `${name}-agent`)
  await mkdir(state)
  writeFileSync(join(state, 'credential'), `${member!.credential}\n`, { mode: 0o600 })
  const address = ['--server', `https://localhost:${ports.agents}`, '--ca', files.cert]
  const agent = run(join(ROOT, 'apps/server/bin/weft'), ['agent', ...address, '--state', state, '--router-name', member!.router_name], {
    quiet: true,
  })
  try {
    await until(`${name}: the agent is connected`, async () => (await connectionOf(database, owner)) !== null)
    const connection = await connectionOf(database, owner)
    const query = new URLSearchParams({ token, router_name: member!.router_name })
    const socket = new WebSocket(`wss://localhost:${ports.console}${doorBase.console}/router/traffic?${query.toString()}`)
    let samples = 0
    socket.addEventListener('message', () => (samples += 1))
    let closed: number | undefined
    socket.addEventListener('close', ({ code }) => (closed = code))
    await until(`${name}: samples arrive over the live socket`, () => Promise.resolve(samples >= 3 || closed !== undefined))
    // The silence itself is what is proved.
    await sleep(SILENT_SECONDS * 1000)
    demand(`the live socket was closed: ${closed}`, closed === undefined)
    demand('the agent was disconnected', (await connectionOf(database, owner)) === connection)
    socket.close()
  } finally {
    await agent.stop()
  }
  return { name, failed }
}

async function ticket(tls: Tls, port: number, token: string, demand: (what: string, holds: boolean) => void): Promise<void> {
  const made = await call(tls, port, createTicket, {
    method: 'POST',
    // Whoever calls may claim another address; the proxy must not pass it on.
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify({ title: '经代理提交', content: '经由 TLS 代理提交的一张工单', type: 1, file_ids: [] }),
  })
  demand(`a call is answered ${made.status} ${made.body.slice(0, 200)}`, made.status === 200 && made.body.includes('"code":200'))
}

/** Returns the address from which the account's last recorded action came. */
const addressOf = (database: string, { account_id }: Owner): Promise<string | null | undefined> =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ address: string | null }>(
      'select address from audit where account_id = $1 order by create_time desc limit 1',
      [account_id],
    )
    return rows[0]?.address
  })

/** Returns the id of the connection of the account's member; null while it has none. */
const connectionOf = (database: string, { account_id }: Owner): Promise<string | null> =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ connection_id: string | null }>('select connection_id from member where account_id = $1', [
      account_id,
    ])
    return rows[0]?.connection_id ?? null
  })

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Calls a proxy as somebody at {@link CALLER}; it must show the certificate of this proof. */
function call(tls: Tls, port: number, path: string, { body, ...options }: RequestOptions & { body?: string } = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const calling = request({ host: '127.0.0.1', servername: 'localhost', localAddress: CALLER, port, path, ca: tls.cert, ...options })
    calling.setHeader('host', `localhost:${port}`)
    calling.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    // A proxy that refuses a large body may close before all of it is sent, after its answer.
    calling.on('error', fail)
    calling.end(body)
  })
}

const listening = (port: number): Promise<void> =>
  until(`port ${port} listens`, () => {
    const socket = connect(port, '127.0.0.1')
    return new Promise<boolean>((done) => {
      socket.on('connect', () => done(true)).on('error', () => done(false))
    }).finally(() => socket.destroy())
  })

const UNTIL_SECONDS = 60

/** Waits until something holds. @throws naming it if it does not within a minute */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + UNTIL_SECONDS * 1000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it does not become true that ${what}`)
    await sleep(100)
  }
}

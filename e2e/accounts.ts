import { randomUUID } from 'node:crypto'
import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { type OperatorRole, type Permission, type ServiceCode, usualRights } from '@weft/contract'
import { asAccount, connect } from '../apps/server/src/db/client.ts'
import { issueCredential } from '../apps/server/src/gateway/activation.service.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { createAccount } from '../apps/server/src/domains/identity/account/account.service.ts'
import { writeProved } from '../apps/server/src/domains/member/directory/directory.queries.ts'
import { grantService } from '../apps/server/src/domains/foundation/sale/sale.service.ts'
import { keepQuality } from '../apps/server/src/domains/observation/quality/keep.service.ts'
import { createRole } from '../apps/server/src/domains/identity/sub-account/role.service.ts'
import { judgeTouched } from '../apps/server/src/domains/network/state/state.service.ts'
import { createSubAccount } from '../apps/server/src/domains/identity/sub-account/sub-account.service.ts'
import { assignDevice, lendBandwidth, registerDevice } from '../apps/server/src/ops/device.service.ts'
import { createOperator, findOperatorActor } from '../apps/server/src/ops/operator.service.ts'

/** A login's credentials. */
export interface Login {
  username: string
  password: string
  ram: 0 | 1
}
export interface Owner extends Login {
  account_id: number
  account_number: string
  /** A verified mainland number. */
  phone: string | null
  email: string | null
  /** Router names in the order in which the console lists them. */
  hardware: string[]
  software: string[]
  /** The names of all members, by router name. */
  names: Record<string, string>
}
interface Wanted {
  hardware?: number
  software?: number
  services?: Partial<Record<ServiceCode, number>>
  /** Bound contacts: without these fields, an own phone and no e-mail. */
  phone?: null
  email?: string
}
interface Role {
  flags?: Permission[]
  networks?: string[]
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

const PASSWORD = 'Secret-2026'
const LONG_AGO = 1_600_000_000
const towns = ['杭州', '上海', '南京', '苏州', '宁波', '合肥', '厦门', '福州']

/** Opens accounts in a running server's database, including states that no customer can produce. */
export async function openAccounts(data_dir: string) {
  const url = await embeddedUrl(path.join(data_dir, 'postgres'))
  if (!url) throw new Error(`no database runs in ${data_dir}`)
  const db = connect(url, { connections: 2, beforeCommit: judgeTouched })
  const word = () => randomBytes(4).toString('hex')
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
  return {
    /** Records that the account proved a domain, as its file would. */
    proveDomain: ({ account_id }: Owner, domain: string) => db.account(account_id, 'write', (own) => writeProved(own, domain)),

    /** Returns an owner's first hardware member with a credential, as `weft fleet` reads it. */
    async fleetMember({ account_id, hardware: [router_name] }: Owner): Promise<string> {
      const credential = await db.system((system) => issueCredential(system, { account_id, router_name: router_name! }))
      return JSON.stringify({ router_name, kind: 'router', credential })
    },

    /** Creates an account with members, and returns its owner; it holds the named services beyond the free grant. */
    owner({ hardware = 0, software = 0, services = {}, ...wanted }: Wanted = {}): Promise<Owner> {
      const username = `u${word()}`
      const phone = wanted.phone === null ? null : `138${digits(8)}`
      const email = wanted.email ?? null
      return db.system(async (system) => {
        const account = await createAccount(system, {
          username,
          nickname: '林晓',
          password: PASSWORD,
          ...(phone ? { phone } : {}),
          ...(email ? { email } : {}),
        })
        const { account_id, account_number } = account
        for (const [code, quantity] of Object.entries(services))
          await grantService(system, 'system', {
            account_number,
            service_code: code as ServiceCode,
            quantity,
            start_time: LONG_AGO,
            expired_time: null,
          })
        const member = (router_type: 1 | 2) => (router_name: string, at: number) => ({
          account_id,
          router_name,
          router_type,
          note: `${towns[at % towns.length]}${router_type === 1 ? '店' : '员工'}${at + 1}`,
        })
        const serial = word().toUpperCase()
        const routers = Array.from({ length: hardware }, (_, at) => `WR${serial}${String(at + 1).padStart(4, '0')}`)
        const clients = Array.from({ length: software }, (_, at) => `user${at + 1}@${account_number}`)
        const rows = [...routers.map(member(1)), ...clients.map(member(2))]
        if (rows.length > 0) await system.sql.insertInto('member').values(rows).execute()
        const names = Object.fromEntries(rows.map(({ router_name, note }) => [router_name, note]))
        return {
          account_id,
          account_number,
          username,
          password: PASSWORD,
          ram: 0,
          phone,
          email,
          hardware: routers,
          software: clients,
          names,
        }
      })
    },

    /** Creates a sub-account of the owner, with its own role. */
    colleague({ account_id, account_number }: Owner, { flags = [], networks = [] }: Role = {}): Promise<Login> {
      const username = `s${word()}`
      return db.system(async (system) => {
        const own = asAccount(system, account_id)
        const role_id = await createRole(own, 'system', { name: username, flags: [...usualRights, ...flags], networks })
        await createSubAccount(own, 'system', { role_id, nickname: '陈浩', username, password: PASSWORD })
        return { username: `${username}@${account_number}`, password: PASSWORD, ram: 1 }
      })
    },

    /**
     * Connects all hardware of an owner and its links, as agents would, with the newest configuration: the router `lost` lost contact ten
     * minutes ago, and the link of `broken` to its first center is down since then.
     */
    connect: ({ account_id, hardware }: Owner, { lost, broken }: { lost: string; broken?: string }) =>
      db.system(async ({ sql }) => {
        const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
        const begun = { connect_time: ago(7200), report_time: ago(10), online_status: 1, online: 1 } as const
        const up = { vpn_online: 1, vpn_online_since: ago(7000), vpn_offline_since: null } as const
        const down = { vpn_online: 0, vpn_online_since: null, vpn_offline_since: ago(600) } as const
        const links = () => sql.updateTable('network_link').where('account_id', '=', account_id)
        await sql
          .updateTable('member')
          .set((eb) => ({ ...begun, applied_revision: eb.ref('config_revision') }))
          .where('router_name', 'in', hardware)
          .execute()
        await links().set(up).execute()
        await sql
          .updateTable('member')
          .set({ online_status: 0, online: 0, report_time: ago(600) })
          .where('router_name', '=', lost)
          .execute()
        await links().set(down).where('router_name', '=', lost).execute()
        if (broken) await links().set(down).where('router_name', '=', broken).where('center_router_name', '=', hardware[0]!).execute()
      }),

    /** Gives devices public addresses of their own, as they would report them: networks without centers that they join from now on dial them. */
    reachable: (names: readonly string[]) =>
      db.system(async ({ sql }) => {
        for (const [at, name] of names.entries())
          await sql
            .updateTable('member')
            .set({ router_ipv4: `203.0.113.${at + 1}` })
            .where('router_name', '=', name)
            .execute()
      }),

    /**
     * Signs in a software member of an owner, as its client would: three hours ago, and for eight hours yesterday. If it has `signedOut`
     * since, only yesterday.
     */
    signIn: ({ account_id, hardware: [center] }: Owner, router_name: string, network_number: string, { signedOut = false } = {}) =>
      db.system(async ({ sql }) => {
        const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
        const device = { os: 'Windows', version: '2.4.1', sys_brand: 'Lenovo', sys_model: null, sys_version: 'Windows 11' }
        const [on, [began, ended]] = signedOut ? ([0, [32, 24]] as const) : ([1, [3, 0]] as const)
        await sql
          .updateTable('member')
          .set((eb) => ({
            ...device,
            // What is on record from before it was created is that of a namesake.
            create_time: ago(240),
            online_status: on,
            online: on,
            connect_time: ago(began),
            report_time: ago(ended),
            router_ipv4: '198.51.100.7',
            applied_revision: eb.ref('config_revision'),
          }))
          .where('router_name', '=', router_name)
          .execute()
        await sql
          .updateTable('network_link')
          .set({ vpn_online: on, vpn_online_since: on ? ago(began) : null, vpn_offline_since: on ? null : ago(ended) })
          .where('account_id', '=', account_id)
          .where('router_name', '=', router_name)
          .execute()
        const tunnel = {
          account_id,
          router_name,
          network_number,
          link_router_name: center!,
          orig: '198.51.100.7:50112',
          vpn_ip: '10.128.0.9',
        }
        const login = { account_id, router_name, ip: '198.51.100.7', ...device }
        await sql
          .insertInto('tunnel_session')
          .values([{ ...tunnel, start_time: ago(32), end_time: ago(24) }, ...(on ? [{ ...tunnel, start_time: ago(began) }] : [])])
          .execute()
        await sql
          .insertInto('software_login_log')
          .values([{ ...login, create_time: ago(32) }, ...(on ? [{ ...login, create_time: ago(began) }] : [])])
          .execute()
      }),

    /**
     * Records that the first router of an owner was lost four hours ago, which was sent as a message and could not be mailed, and that the
     * second was lost for ten minutes, 30 hours ago, in a maintenance window.
     */
    incidents: ({ account_id, hardware: [first, second, ...branches] }: Owner) =>
      db.system(async ({ sql }) => {
        const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
        const [alert_id, time] = [randomUUID(), ago(4)]
        const line = {
          event: 'router_offline' as const,
          good: false,
          time: Math.floor(time.getTime() / 1000),
          text: `${first} 与平台失去联系`,
        }
        const content = JSON.stringify({ lines: [line], more: 0 })
        await sql
          .insertInto('alert')
          .values({ account_id, alert_id, title: `【失联】${first} · 12:23`, content, create_time: time })
          .execute()
        const of = {
          account_id,
          alert_id,
          template: 'alert',
          language: 'zh-CN',
          next_time: time,
          create_time: time,
          done_time: time,
        } as const
        const sent = {
          ...of,
          delivery_id: randomUUID(),
          channel: 'portal',
          masked_target: '我的消息',
          state: 'sent',
          reason: null,
        } as const
        const lost = { ...of, delivery_id: randomUUID(), channel: 'mail', masked_target: 'li***@example.com', state: 'failed' } as const
        await sql
          .insertInto('delivery')
          .values([sent, { ...lost, reason: 'unreachable' }])
          .execute()
        const incident = (router_name: string) => ({ account_id, kind: 'router_offline' as const, subject_key: router_name, router_name })
        const { incident_id } = await sql
          .insertInto('incident')
          .values({ ...incident(first!), open_time: time })
          .returning('incident_id')
          .executeTakeFirstOrThrow()
        await sql.insertInto('incident_alert').values({ account_id, incident_id, alert_id }).execute()
        if (branches.length > 0)
          await sql
            .insertInto('incident_branch')
            .values(branches.map((router_name) => ({ account_id, incident_id, router_name, lost_time: time })))
            .execute()
        await sql
          .insertInto('incident')
          .values({ ...incident(second!), open_time: ago(30), close_time: ago(30 - 1 / 6), muted: 1 })
          .execute()
      }),

    /** Records that an owner's device was lost for a time that began some hours ago, as the job that follows states would. */
    outage: ({ account_id }: Owner, router_name: string, { hours, minutes }: { hours: number; minutes: number }) =>
      db.system(async ({ sql }) => {
        const start = Date.now() - hours * 3_600_000
        await sql
          .updateTable('member')
          .set({ watched_since: new Date(start - 86_400_000) })
          .where('router_name', '=', router_name)
          .execute()
        await sql
          .insertInto('outage')
          .values({
            account_id,
            router_name,
            state: 'down',
            cause: 'connection_lost',
            behind: null,
            start_time: new Date(start),
            end_time: new Date(start + minutes * 60_000),
          })
          .execute()
      }),

    /**
     * Adds minutes of a link of the last three hours. In the last ten of them it loses a share of its packets.
     * @param rtt milliseconds there and back @param loss from 0 to 1
     */
    quality: (
      { account_id }: Owner,
      network_number: string,
      [router_name, center_router_name]: readonly [router_name: string, center_router_name: string],
      { rtt, loss = 0 }: { rtt: number; loss?: number },
    ) =>
      db.system(async (system) => {
        const now = Math.floor(Date.now() / 60_000) * 60
        await system.sql
          .updateTable('member')
          .set({ create_time: new Date((now - 86_400) * 1000) as never })
          .where('router_name', '=', router_name)
          .execute()
        const rows = Array.from({ length: 180 }, (_, ago) => {
          const lost = ago < 10 ? Math.round(60 * loss) : 0
          const times = {
            rtt_min: rtt,
            rtt_p50: rtt + (ago % 5) / 10,
            rtt_p95: rtt * 1.3,
            rtt_max: rtt * 2,
            jitter_out: 1,
            jitter_back: 1.5,
          }
          const counts = { sent: 60, reflected: 60, received: 60 - lost, longest_gap: 0, reordered: 0 }
          return { account_id, network_number, router_name, center_router_name, time: now - 60 * (ago + 1), ...counts, ...times }
        })
        await keepQuality(system, rows)
      }),

    /** Adds logs from an hour ago: the first router connected and has a tunnel to a center, the first client signed in. */
    past: ({ account_id, hardware: [router], software: [client] }: Owner, count = 1) =>
      db.system(async ({ sql }) => {
        const at = (i: number) => new Date(Date.now() - 3_600_000 - i * 1000)
        const of = { account_id, router_name: router! }
        const rows = <R>(row: (i: number) => R) => Array.from({ length: count }, (_, i) => row(i))
        // What is on record from before it was created is that of a namesake.
        await sql
          .updateTable('member')
          .set(() => ({ create_time: new Date(Date.now() - 864_000_000) }))
          .where('router_name', '=', router!)
          .execute()
        const peer = { remote_ip: '203.0.113.9', remote_port: 50112, version: '3.2.1', online: 1 } as const
        await sql
          .insertInto('connect_log')
          .values(rows((i) => ({ ...of, ...peer, create_time: at(i) })))
          .execute()
        const tunnel = { ...of, network_number: '1000000001', link_router_name: 'HUB0001', orig: '203.0.113.9:50112', vpn_ip: '10.128.0.2' }
        await sql
          .insertInto('tunnel_session')
          .values(rows((i) => ({ ...tunnel, start_time: at(i), end_time: at(i - 60) })))
          .execute()
        await sql
          .insertInto('tunnel_session')
          .values({ ...tunnel, mode: 'pop', link_router_name: '上海一区', area: '上海', start_time: at(0) })
          .execute()
        const device = { os: 'Windows', version: '2.4.1', sys_brand: 'Lenovo', sys_model: null, sys_version: 'Windows 11' }
        await sql
          .insertInto('software_login_log')
          .values(rows((i) => ({ account_id, router_name: client!, ip: '198.51.100.7', ...device, create_time: at(i) })))
          .execute()
      }),

    /** Creates a connected SaaS device of the owner, with a temporary bandwidth. */
    saasDevice: ({ account_id, account_number }: Owner): Promise<string> =>
      db.system(async (system) => {
        const name = `op-${word()}`
        await createOperator(system, { username: name, role: 'admin', password: PASSWORD })
        const operator = await findOperatorActor(system, name)
        const router_name = `SA${word().toUpperCase()}`
        const now = Math.floor(Date.now() / 1000)
        const device = { router_name, router_model: 'SA-520', router_mac: null, kind: 'saas', bandwidth: 100 } as const
        await registerDevice(system, operator, { ...device, expire_date: now + 90 * 86_400 })
        await assignDevice(system, operator, { account_number, router_name }, new Date())
        await lendBandwidth(system, operator, {
          router_name,
          temp_bandwidth: 200,
          temp_start_date: now - 60,
          temp_expire_date: now + 86_400,
        })
        const wan = {
          interface: 'wan',
          interface_uuid: 'wan',
          protocol: 'static',
          ip: null,
          ipv4: '203.0.113.20',
          ipv4_subnet_mask: null,
          mtu: 1500,
        }
        await system.sql
          .updateTable('member')
          .set({ interfaces: JSON.stringify([wan, { ...wan, interface: 'lan', ipv4: '192.168.9.1' }]), online_status: 1 })
          .where('router_name', '=', router_name)
          .execute()
        const began = new Date((now + 1) * 1000)
        await system.sql
          .insertInto('tunnel_session')
          .values({
            account_id,
            router_name,
            network_number: '',
            link_router_name: 'pop',
            mode: 'saas',
            orig: '203.0.113.20:40211',
            vpn_ip: '10.64.1.2',
            start_time: began,
          })
          .execute()
        await system.sql
          .insertInto('traffic_minute')
          .values(
            Array.from({ length: 30 }, (_, i) => ({
              account_id,
              router_name,
              interface: 'wan',
              time: new Date((now - (now % 60) - i * 60) * 1000),
              down: 40_000_000,
              upload: 9_000_000,
            })),
          )
          .execute()
        return router_name
      }),

    async operator(role: OperatorRole = 'admin'): Promise<{ username: string; password: string }> {
      const username = `op-${word()}`
      await db.system((system) => createOperator(system, { username, role, password: PASSWORD }))
      return { username, password: PASSWORD }
    },

    /** Records that an owner's device refuses its configuration, or went back to its former one, as its agent would report it. */
    refuses: ({ account_id }: Owner, router_name: string, config_error: string, phase: 'failed' | 'rolled_back' = 'failed') =>
      db.system(({ sql }) =>
        sql
          .updateTable('member')
          .set({ config_error: `${phase}: ${config_error}`, settle_time: new Date() })
          .where('account_id', '=', account_id)
          .where('router_name', '=', router_name)
          .execute(),
      ),

    close: () => db.close(),
  }
}

import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import type { Permission, ServiceCode } from '@weft/contract'
import { asAccount, connect } from '../apps/server/src/db/client.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { createAccount } from '../apps/server/src/domains/account/account.service.ts'
import { grantService } from '../apps/server/src/domains/service/service.service.ts'
import { createRole } from '../apps/server/src/domains/sub-account/role.service.ts'
import { createSubAccount } from '../apps/server/src/domains/sub-account/sub-account.service.ts'
import { createOperator } from '../apps/server/src/ops/operator.service.ts'

/** Who can sign in. */
export interface Login {
  username: string
  password: string
  ram: 0 | 1
}
export interface Owner extends Login {
  account_id: number
  account_number: string
  /** A mainland number, bound and proved. */
  phone: string | null
  email: string | null
  /** Router names, the order in which the console lists them. */
  hardware: string[]
  software: string[]
}
interface Wanted {
  hardware?: number
  software?: number
  services?: Partial<Record<ServiceCode, number>>
  /** What is bound: a phone of its own and no e-mail, unless said. */
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

/** Opens accounts on a running server's database, as no customer can. */
export async function openAccounts(data_dir: string) {
  const url = await embeddedUrl(path.join(data_dir, 'postgres'))
  if (!url) throw new Error(`no database runs in ${data_dir}`)
  const db = connect(url, { connections: 2 })
  const word = () => randomBytes(4).toString('hex')
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
  return {
    /** The owner of a new account with members of its own; beyond the free grant it holds the services named. */
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
        return { account_id, account_number, username, password: PASSWORD, ram: 0, phone, email, hardware: routers, software: clients }
      })
    },

    /** A colleague of the owner, with a role of its own. */
    colleague({ account_id, account_number }: Owner, { flags = [], networks = [] }: Role = {}): Promise<Login> {
      const username = `s${word()}`
      return db.system(async (system) => {
        const own = asAccount(system, account_id)
        const role_id = await createRole(own, 'system', { name: username, flags, networks })
        await createSubAccount(own, 'system', { role_id, nickname: '陈浩', username, password: PASSWORD })
        return { username: `${username}@${account_number}`, password: PASSWORD, ram: 1 }
      })
    },

    async operator(): Promise<{ username: string; password: string }> {
      const username = `op-${word()}`
      await db.system((system) => createOperator(system, { username, role: 'admin', password: PASSWORD }))
      return { username, password: PASSWORD }
    },

    /** A device of the owner's refuses its configuration, as its agent would report it. */
    refuses: ({ account_id }: Owner, router_name: string, config_error: string) =>
      db.system(({ sql }) =>
        sql
          .updateTable('member')
          .set({ config_error: `failed: ${config_error}` })
          .where('account_id', '=', account_id)
          .where('router_name', '=', router_name)
          .execute(),
      ),

    close: () => db.close(),
  }
}

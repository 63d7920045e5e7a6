import type { AccountInfo, contract, OutputOf, Permission } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../db/client.ts'
import { type Actor, mayDo } from '../../kernel/actor.ts'
import { digits } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { unreadMessages } from '../message/message.service.ts'
import { grantFree, limitsOf } from '../service/limits.service.ts'
import { nameKey } from '../session/session.service.ts'
import * as queries from './account.queries.ts'
import { maskEmail, maskPhone } from './account.rules.ts'

export { maskEmail, maskPhone } from './account.rules.ts'

export interface NewAccount {
  username: string
  nickname: string
  password: string
  phone?: string
  area_code?: string
  email?: string
}
/** A new account with its owner and the free grant. @throws nameTaken where a sign-in name is in use */
export async function createAccount(db: SystemDb, { username, nickname, password, phone, area_code, email }: NewAccount) {
  const { account_id, account_number } = await claimNumber(db)
  const { login_id } = await queries.insertOwner(db, {
    account_id,
    ram: 0,
    username,
    nickname,
    password_hash: await hashPassword(password),
    phone: phone ?? null,
    area_code: area_code ?? null,
    email: email ?? null,
  })
  const names = [username, phone, email].filter((name) => name !== undefined)
  const free = await queries.insertLoginNames(
    db,
    names.map((name) => ({ name_key: nameKey(name), account_id, login_id })),
  )
  if (free < names.length) throw new Refusal('nameTaken')
  await grantFree(asAccount(db, account_id))
  return { account_id, account_number, login_id }
}

export async function accountInfo(db: AccountDb, actor: Actor): Promise<AccountInfo> {
  const login = await queries.findLogin(db, actor.login_id)
  const { quagga, quagga_advanced, default_route } = await limitsOf(db)
  const may = (permission: Permission) => (mayDo(actor, permission) ? 1 : 0)
  return {
    username: login.username,
    nickname: login.nickname,
    birthday: login.birthday,
    industry: login.industry,
    occupation: login.occupation,
    user_phone: maskPhone(login.phone),
    user_email: maskEmail(login.email),
    area_code: login.area_code,
    sign: login.sign,
    message_count: await unreadMessages(db, actor.login_id),
    ram: actor.ram,
    account_number: actor.account_number,
    default_channel: login.default_channel,
    auth: {
      quagga,
      quagga_advanced,
      default_route,
      easylink: {
        router: { create: may('member.create'), edit: may('member.edit'), delete: may('member.delete') },
        network: {
          create: may('network.create'),
          edit: may('network.edit'),
          delete: may('network.delete'),
          networks: [...(actor.designated ?? [])],
        },
      },
      monitor: { view: may('monitor.view'), create: may('monitor.create'), edit: may('monitor.edit'), delete: may('monitor.delete') },
    },
  }
}

/** What the overview page counts. Networks are those that the caller may see. */
export async function accountOverview(db: AccountDb, actor: Actor): Promise<OutputOf<typeof contract.account.overview>> {
  const { networks, usable, members, online, expiring } = await queries.countOverview(db, actor.designated && [...actor.designated])
  const login = await queries.findLogin(db, actor.login_id)
  return {
    networks,
    networks_usable: usable ? networks : 0,
    members,
    members_online: online,
    expiring,
    last_login:
      login.previous_login_time === null ? null : { time: login.previous_login_time, address: login.previous_login_address ?? '' },
  }
}

/** An account number never used before; it is also the first suffix of its software members. */
async function claimNumber(db: SystemDb): Promise<{ account_id: number; account_number: string }> {
  for (;;) {
    const account_number = digits(8)
    const row = await queries.insertAccount(db, { account_number, sign: account_number })
    if (row) return { ...row, account_number }
  }
}

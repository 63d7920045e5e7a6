/**
 * Room identity/account: accounts, their owners, what logins sign in with, and the events that open consoles receive.
 * Tables: account, account_sign, login_name.
 * Called by: jobs, ops.
 * Always: a sign-in name belongs to one login of the whole installation.
 */
import { type AccountInfo, type contract, DEFAULT_AREA_CODE, flagsGranting, type OutputOf, phoneText } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { digits } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hashPassword } from '../../../kernel/secrets.ts'
import { unreadMessages } from '../../support/message/message.service.ts'
import { limitsOf } from '../../foundation/limits/limits.service.ts'
import { grantFree } from '../../foundation/service/service.service.ts'
import { insertOwner } from '../session/login.service.ts'
import { nameKey } from '../session/session.service.ts'
import * as queries from './account.queries.ts'
import { maskEmail, maskPhone } from './account.rules.ts'
import { claimLoginName } from './login-name.queries.ts'
import { claimSign } from './sign.queries.ts'

export { writeAccountStatus } from './account.queries.ts'
export { maskEmail, maskPhone } from './account.rules.ts'

export interface NewAccount {
  username: string
  nickname: string
  password: string
  phone?: string
  area_code?: string
  email?: string
}
/** Creates an account with its owner and the services that every account gets free. @throws nameTaken, phoneTaken, emailTaken where a sign-in name is in use */
export async function createAccount(
  db: SystemDb,
  { username, nickname, password, phone, area_code, email }: NewAccount,
  drawNumber = () => digits(8),
  hashed = hashPassword,
) {
  // Hashing is slow on purpose, so it comes before the locks.
  const password_hash = await hashed(password)
  const full = phone === undefined ? undefined : { area_code: area_code ?? DEFAULT_AREA_CODE, phone }
  const { account_id, account_number } = await claimNumber(db, drawNumber)
  const { login_id } = await insertOwner(db, {
    account_id,
    ram: 0,
    username,
    nickname,
    password_hash,
    phone: full?.phone ?? null,
    area_code: full?.area_code ?? null,
    email: email ?? null,
  })
  const claims = [
    [username, 'nameTaken'],
    [full && phoneText(full), 'phoneTaken'],
    [email, 'emailTaken'],
  ] as const
  // One by one and always in this order, so that two calls cannot deadlock.
  const own = asAccount(db, account_id)
  for (const [name, taken] of claims)
    if (name !== undefined && !(await claimLoginName(own, login_id, nameKey(name)))) throw new Refusal(taken)
  await grantFree(own)
  return { account_id, account_number, login_id }
}

export async function accountInfo(db: AccountDb, actor: Actor): Promise<AccountInfo> {
  const login = await queries.findLogin(db, actor.login_id)
  const { quagga, quagga_advanced, default_route } = await limitsOf(db)
  const { easylink, ...beside } = flagsGranting((permission) => mayDo(actor, permission))
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
    message_count: await unreadMessages(db, actor),
    ram: actor.ram,
    account_number: actor.account_number,
    default_channel: login.default_channel,
    totp: login.totp_time === null ? 0 : 1,
    auth: {
      quagga,
      quagga_advanced,
      default_route,
      easylink: { router: easylink.router, network: { ...easylink.network, networks: [...(actor.designated ?? [])] } },
      ...beside,
    },
    viewing: actor.viewing ?? null,
  }
}

/** Returns when and from where the login was used before this session. */
export async function accountOverview(db: AccountDb, actor: Actor): Promise<OutputOf<typeof contract.account.overview>> {
  const login = await queries.findLogin(db, actor.login_id)
  return {
    last_login:
      login.previous_login_time === null ? null : { time: login.previous_login_time, address: login.previous_login_address ?? '' },
  }
}

/** Creates an account with a number that is no other account's number or suffix, and claims it as the account's first suffix. */
async function claimNumber(db: SystemDb, draw: () => string): Promise<{ account_id: number; account_number: string }> {
  for (;;) {
    const account_number = draw()
    const row = await queries.insertAccount(db, { account_number, sign: account_number })
    if (!row) continue
    if (await claimSign(asAccount(db, row.account_id), account_number)) return { ...row, account_number }
    await queries.deleteAccount(db, row.account_id)
  }
}

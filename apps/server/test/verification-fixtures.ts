import { randomInt, randomUUID } from 'node:crypto'
import { contract } from '@weft/contract'
import { createAccount } from '../src/domains/identity/account/account.service.ts'
import { type Answer, hashedOnce, type Person, type World } from './world.ts'

let made = 0
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Return a phone, an e-mail address, a username and a client's address that no other test has. */
export const aPhone = (): string => `+86 139${digits(8)}`
export const anEmail = (): string => `${randomUUID().slice(0, 12)}@example.com`
export const aUsername = (): string => `user${randomUUID().slice(0, 12).replaceAll('-', '')}`
export const anAddress = (): string => {
  made += 1
  return `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
}
/** Returns an address in a network (/24) that no other test has. */
export const anAddressElsewhere = (): string => {
  made += 1
  return `100.${64 + ((made >> 8) & 63)}.${made & 255}.1`
}
export const aPassword = 'secret-1234'

/** Draws a picture, and returns it with its text. */
export async function aPicture(world: World): Promise<{ img_code: string; uniqid: string }> {
  const { uniqid } = await world.services.captchas.draw(anAddressElsewhere())
  return { img_code: (await world.services.captchas.read(uniqid))!, uniqid }
}

export type Contacts = { phone?: string; email?: string }
export type Bound = Person & Contacts

/** Makes the owner of a new account that has contacts, and signs it in. A phone is `+86 13800000000`. */
export async function aBoundOwner(world: World, { phone, email }: Contacts): Promise<Bound> {
  const username = aUsername()
  const [, area_code, number] = /^\+(\d+) (\d+)$/.exec(phone ?? '') ?? []
  const created = await world.asSystem((system) =>
    createAccount(
      system,
      {
        username,
        nickname: '客户',
        password: aPassword,
        ...(number && area_code && { phone: number, area_code }),
        ...(email && { email }),
      },
      undefined,
      hashedOnce,
    ),
  )
  const login = { ...created, username, password: aPassword, ...(await world.signedIn(created)) }
  return { ...login, ...(phone && { phone }), ...(email && { email }) }
}

/** Requests a registration code, from an address of its own unless one is given. */
export const askToRegister = (
  world: World,
  target: string,
  { address = anAddress(), ...picture }: { address?: string; img_code?: string; uniqid?: string } = {},
): Promise<Answer> => {
  const send_type = target.includes('@') ? 'email' : 'phone'
  return world.call(undefined, contract.verify.register, { send_type, send_value: target, ...picture }, { address })
}

/** Returns the input of a registration form. */
export const aRegistration = (target: string, code: string, username = aUsername()) => ({
  nickname: '云桥',
  username,
  password: aPassword,
  newPassword: aPassword,
  code,
  type: target.includes('@') ? 'email' : 'phone',
  verify: target,
})

export const register = (world: World, input: ReturnType<typeof aRegistration>): Promise<Answer> =>
  world.call(undefined, contract.registration.register, input, { address: anAddress() })

/** Signs in as a person would. */
export async function signIn(world: World, username: string, password: string): Promise<Answer> {
  const { img_code: code, uniqid } = await aPicture(world)
  return world.call(undefined, contract.login.authorization, { username, password, code, uniqid }, { address: anAddress() })
}

/** Returns a code that differs from the right one. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export type SentCode = { send_type: 'phone' | 'email'; send_value?: string; address?: string }
/** Requests a code as a signed-in login, from an address of its own unless one is given. */
export const sendCode = (world: World, who: Bound, { send_type, send_value = '', address = anAddress() }: SentCode): Promise<Answer> =>
  world.call(who, contract.verify.send_code, { send_type, send_value, verify_type: `verify_${send_type}` }, { address })

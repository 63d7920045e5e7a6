import { type OperatorRole, opsContract } from '@weft/contract'
import { createOperator } from '../src/ops/operator.service.ts'
import type { World } from './world.ts'

export interface OperatorPerson {
  username: string
  password: string
  role: OperatorRole
  access_token: string
}

let people = 0

/** Makes an operator who signs in through the API from an address of their own, so that no sign-in is counted against another. */
export async function anOperator(world: World, role: OperatorRole): Promise<OperatorPerson> {
  people += 1
  const [username, password] = [`${role}${people}`, 'operator-1234']
  await world.asSystem((db) => createOperator(db, { username, role, password }))
  const answer = await signIn(world, { username, password })
  const { access_token } = answer.data as { access_token: string }
  return { username, password, role, access_token }
}

export function signIn(world: World, who: { username: string; password: string }, address = `10.${++people >> 8}.${people & 255}.1`) {
  return world.call(undefined, opsContract.session.login, { username: who.username, password: who.password }, { address })
}

/** Proves an operator's identity in their session, which opens the management of operators for five minutes. */
export async function prove(world: World, { access_token, password }: OperatorPerson): Promise<void> {
  const { code, msg } = await world.call({ access_token }, opsContract.ownSignIn.prove, { password })
  if (code !== 200) throw new Error(`proving answered ${code} ${msg}`)
}

let devices = 0
/** Returns the name and code of a device that an operator registers through the API. */
export async function aDevice(world: World, operator: Pick<OperatorPerson, 'access_token'>, more: Record<string, unknown> = {}) {
  devices += 1
  const router_name = `WR9T${String(devices).padStart(6, '0')}`
  const answer = await world.call(operator, opsContract.devices.register, { router_name, router_model: 'WR-900', kind: 'router', ...more })
  return { router_name, ...(answer.data as { activation_code: string }) }
}

export const unixNow = (): number => Math.floor(Date.now() / 1000)

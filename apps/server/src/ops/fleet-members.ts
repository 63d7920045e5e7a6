import { asAccount, type Db } from '../db/client.ts'
import { addSoftwareMember } from '../domains/member/member/member.service.ts'
import { issueCredential } from '../gateway/activation.service.ts'
import type { Clock } from '../kernel/clock.ts'
import { readable } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { assignDevice, registerDevice } from './device.service.ts'
import { findOperatorActor } from './operator.service.ts'

/** One line of the file that `weft fleet --members` reads. */
export type FleetLine = { router_name: string } & (
  | { kind: 'router' | 'app' | 'saas' | 'pop'; credential: string }
  | { kind: 'router'; activation_code: string }
  | { kind: 'app'; password: string }
)

export interface FleetRequest {
  account_number: string
  routers: number
  apps: number
  /** The operator in whose name the devices are registered and assigned. */
  operator: string
  /**
   * Issues credentials at once instead of activation codes and passwords: thousands of members behind one address would
   * take hours at the permitted rate of sign-ins.
   */
  activated: boolean
}

const PER_TRANSACTION = 50

/**
 * Gives an account simulated members, through the services that operators and customers use. Each part is complete when it is
 * yielded, so an interrupted run leaves whole members.
 * @throws accountNotFound, softwareMemberLimit
 */
export async function* fleetMembers(db: Db, clock: Clock, request: FleetRequest): AsyncGenerator<FleetLine[]> {
  const { account_number, operator, routers, apps } = request
  const account = await db.system((system) => findAccount(system, account_number))
  if (!account) throw new Refusal('accountNotFound')
  const { account_id } = account
  const by = await db.system((system) => findOperatorActor(system, operator))
  const run = readable(4)
  const names = [...numbered(`SIM${run}R`, routers, 'router'), ...numbered(`sim${run.toLowerCase()}a`, apps, 'app')]
  for (let i = 0; i < names.length; i += PER_TRANSACTION)
    yield await db.system(async (system) => {
      const lines: FleetLine[] = []
      for (const { name, kind } of names.slice(i, i + PER_TRANSACTION)) {
        const line = kind === 'router' ? await aRouter(name) : await anApp(name)
        const { router_name } = line
        lines.push(request.activated ? { router_name, kind, credential: await issueCredential(system, { account_id, router_name }) } : line)
      }
      return lines

      async function aRouter(router_name: string): Promise<FleetLine> {
        const device = {
          router_name,
          router_model: 'WR-SIM',
          router_mac: null,
          kind: 'router',
          bandwidth: null,
          expire_date: null,
        } as const
        const { activation_code } = await registerDevice(system, by, device)
        await assignDevice(system, by, { account_number, router_name }, clock.now())
        return { router_name, kind: 'router', activation_code }
      }
      async function anApp(username: string): Promise<FleetLine> {
        const password = readable(12)
        const own = asAccount(system, account_id)
        return { router_name: await addSoftwareMember(own, by, { username, password, note: '' }), kind: 'app', password }
      }
    })
}

const numbered = (prefix: string, count: number, kind: 'router' | 'app') =>
  Array.from({ length: count }, (_, i) => ({ name: `${prefix}${String(i + 1).padStart(4, '0')}`, kind }))

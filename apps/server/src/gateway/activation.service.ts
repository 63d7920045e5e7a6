import { type agentContract, DEVICE_CREDENTIAL, type InputOf } from '@weft/contract'
import { publish } from '../adapters/bus/publish.ts'
import type { Db, SystemDb } from '../db/client.ts'
import { auditSystem } from '../domains/foundation/audit/audit.service.ts'
import { haveSameKey } from '../domains/foundation/authority/authority.service.ts'
import type { DirectorySignIn } from '../domains/member/directory/directory-sign-in.service.ts'
import type { SealedPasswordService } from '../domains/member/member/sealed-password.service.ts'
import { activationHash } from '../kernel/activation.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { token } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest } from '../kernel/secrets.ts'
import { activated } from './activation.audit.ts'
import { enrolHolder, findByCredential, isPop, OPERATOR } from '../domains/member/device/credential.service.ts'
import { activatePop, requestOfPop } from './pop.queries.ts'
import { activateDevice, requestOfDevice } from '../domains/member/device/device.service.ts'
import { lapseBefore, staleBefore } from './credential.service.ts'
import { findSoftwareMember, insertLoginLog } from './activation.queries.ts'
import { updateEventSeqs } from './events.queries.ts'

/** Counts tries of one name from one address and locks the pair after repeated failures; the sign-in of people provides it. */
export interface TryLock {
  tryOnce(name: string, address: string): Promise<void>
  clear(name: string, address: string): Promise<void>
}

type Activation = InputOf<typeof agentContract.device.activate>
type Login = InputOf<typeof agentContract.device.login>
export type ActivationService = ReturnType<typeof createActivationService>

export function createActivationService({
  db,
  clock,
  lock,
  passwords,
  directories,
}: {
  db: Db
  clock: Clock
  lock: TryLock
  passwords: SealedPasswordService
  directories: DirectorySignIn
}) {
  /** Returns whether an activation was answered before: with this code and key, and with the credential with which its enrolment began. */
  async function isRepetition(
    system: SystemDb,
    { router_name, activation_hash, csr }: { router_name: string; activation_hash: Buffer; csr: string | null },
    credential_hash: Buffer,
  ): Promise<boolean> {
    const holder = await findByCredential(system, credential_hash, { lapse: lapseBefore(clock), stale: staleBefore(clock) })
    if (holder?.router_name !== router_name || holder.lapsed || !holder.enrolment.equals(credential_hash)) return false
    const before = await (isPop(holder) ? requestOfPop : requestOfDevice)(system, { ...holder, activation_hash })
    return before !== undefined && (await haveSameKey(before.csr, csr))
  }

  return {
    /**
     * Accepts the credential that a device, or a POP, has made and shows as bearer, in exchange for its activation code, once; without a
     * bearer the credential is made here. A device that got no answer repeats the call: with the same code, key and bearer it is answered
     * alike, and nothing changes.
     * @throws activationRefused alike for a wrong name, a wrong code and a device that was activated by another call; signInLocked, credentialTaken
     */
    async activate({ router_name, activation_code, csr }: Activation, { token: made, address }: Pick<Caller, 'token' | 'address'>) {
      await lock.tryOnce(router_name, address)
      const credential = made !== undefined && DEVICE_CREDENTIAL.test(made) ? made : token()
      const activation = { router_name, activation_hash: activationHash(activation_code), csr: csr ?? null }
      await db.system(async (system) => {
        const now = clock.now()
        const account_id =
          (await activateDevice(system, { ...activation, now })) ??
          ((await activatePop(system, { ...activation, now })) ? OPERATOR : undefined)
        if (account_id === undefined) {
          if (await isRepetition(system, activation, digest(credential))) return
          throw new Refusal('activationRefused')
        }
        await enrol(system, { account_id, router_name }, digest(credential), now)
        await auditSystem(system, account_id, activated(router_name, address))
      })
      await lock.clear(router_name, address)
      return { router_name, credential }
    },

    /**
     * Signs a software member in, by its password or by that of the directory it comes from. Its former credential ends, and
     * with it a connection that used it.
     * @throws wrongCredentials, at the same cost for a name that does not exist; memberDisabled, signInLocked, directoryAway, budgetSpent
     */
    async login({ username, password, device }: Login, { address, language }: Pick<Caller, 'address' | 'language'>) {
      await lock.tryOnce(username, address)
      const member = await findSoftwareMember(db.systemNow, username)
      const known = member && (await directories.fits(member, password, { language }))
      if (!(known ?? (await passwords.fits(password, member))) || !member) throw new Refusal('wrongCredentials')
      const { account_id, router_name, status } = member
      if (status !== 1) throw new Refusal('memberDisabled', { name: router_name })
      const credential = token()
      await db.system(async (system) => {
        await enrol(system, { account_id, router_name }, digest(credential), clock.now())
        const { os = null, version = null, sys_brand = null, sys_model = null, sys_version = null } = device
        await insertLoginLog(system, {
          account_id,
          router_name,
          ip: address,
          create_time: clock.now(),
          os,
          version,
          sys_brand,
          sys_model,
          sys_version,
        })
        await publish(system, { type: 'cut', account_id, router_name })
      })
      await lock.clear(username, address)
      return { router_name, credential }
    },
  }
}

/**
 * Begins an enrolment with its first credential. A member's events are counted from 0 again; a POP's activation resets its own.
 * @throws credentialTaken
 */
async function enrol(db: SystemDb, holder: { account_id: number; router_name: string }, credential_hash: Buffer, now: Date): Promise<void> {
  if (!(await enrolHolder(db, holder, credential_hash, now))) throw new Refusal('credentialTaken')
  if (!isPop(holder)) await updateEventSeqs(db, [{ ...holder, event_seq: 0 }])
}

/** Issues a credential without activation, for POPs that the operator simulates. */
export const issuePopCredential = (db: SystemDb, pop_name: string): Promise<string> =>
  issueCredential(db, { account_id: OPERATOR, router_name: pop_name })

/** Issues a credential without activation or login, for members that the operator simulates. */
export async function issueCredential(db: SystemDb, member: { account_id: number; router_name: string }): Promise<string> {
  const credential = token()
  await enrol(db, member, digest(credential), new Date())
  return credential
}

import { type agentContract, CREDENTIAL_LAPSE_SECONDS, DAY_SECONDS, DEVICE_CREDENTIAL, type InputOf } from '@weft/contract'
import type { Db } from '../db/client.ts'
import type { BudgetService } from '../domains/foundation/budget/budget.service.ts'
import type { Caller } from '../kernel/caller.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest } from '../kernel/secrets.ts'
import {
  addCredential,
  deleteOthers,
  findByCredential,
  type Holder,
  lockHolder,
  touchEnrolments,
  useCredential,
} from '../domains/member/device/credential.service.ts'

export type CredentialService = ReturnType<typeof createCredentialService>

/** Returns the time before which a credential's last use means that it has lapsed. */
export const lapseBefore = (clock: Clock): Date => after(clock.now(), -CREDENTIAL_LAPSE_SECONDS)

/** Returns the time before which a recorded use is out of date and is written again: 100,000 devices cost one write a second. */
export const staleBefore = (clock: Clock): Date => after(clock.now(), -DAY_SECONDS)

/** Creates the service for the credentials with which devices identify themselves to the controller. */
export function createCredentialService({ db, clock, budgets }: { db: Db; clock: Clock; budgets: Pick<BudgetService, 'take'> }) {
  /** Records a credential's first use, which proves that the device keeps it, and ends the former ones in the same transaction. */
  const firstUse = (holder: Holder, credential_hash: Buffer): Promise<void> =>
    db.system(async (system) => {
      const first = (await lockHolder(system, holder)) ? await useCredential(system, holder, credential_hash, clock.now()) : undefined
      if (first === undefined) throw new Refusal('credentialUnknown')
      if (first) await deleteOthers(system, holder, credential_hash)
    })

  /** Returns the device that a credential belongs to, and counts as its use. @throws credentialUnknown, credentialLapsed */
  async function admit(credential: string | undefined): Promise<Holder> {
    if (credential === undefined || !DEVICE_CREDENTIAL.test(credential)) throw new Refusal('credentialUnknown')
    const credential_hash = digest(credential)
    const holder = await findByCredential(db.systemNow, credential_hash, { lapse: lapseBefore(clock), stale: staleBefore(clock) })
    if (!holder) throw new Refusal('credentialUnknown')
    if (holder.lapsed) throw new Refusal('credentialLapsed', { days: CREDENTIAL_LAPSE_SECONDS / DAY_SECONDS })
    if (holder.unused) await firstUse(holder, credential_hash)
    else if (holder.stale) await touchEnrolments(db.systemNow, [holder.enrolment], clock.now(), staleBefore(clock))
    return holder
  }

  return {
    admit,

    /**
     * Makes a credential that the device has generated and stored valid in addition to the one that it shows, until the new one is used.
     * A device that shows the new one ends the former one.
     * @throws credentialUnknown, credentialLapsed, credentialTaken, budgetSpent
     */
    async renew(
      { credential }: InputOf<typeof agentContract.device.renew>,
      { token, address, language }: Pick<Caller, 'token' | 'address' | 'language'>,
    ): Promise<void> {
      const holder = await admit(token)
      if (credential === token) return
      await budgets.take('credential_renewal', { address, language, target: holder.router_name })
      const [used, next] = [digest(token ?? ''), digest(credential)]
      await db.system(async (system) => {
        if (!(await lockHolder(system, holder)) || (await useCredential(system, holder, used, clock.now())) === undefined)
          throw new Refusal('credentialUnknown')
        if (!(await addCredential(system, holder, { used, next }, clock.now()))) throw new Refusal('credentialTaken')
      })
    },
  }
}

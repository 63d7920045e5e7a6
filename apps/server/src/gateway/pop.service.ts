import type { SystemDb } from '../db/client.ts'
import { deletePopCredentials } from '../domains/member/device/credential.service.ts'
import { writePopActivation } from './pop.queries.ts'

export { insertPopAgent } from './pop.queries.ts'

/** Gives a POP another activation code. Its credentials end: the machine that runs it must be activated again. */
export async function renewPopActivation(system: SystemDb, pop_name: string, activation_hash: Buffer): Promise<void> {
  await writePopActivation(system, pop_name, activation_hash)
  await deletePopCredentials(system, pop_name)
}

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One line of the file that `weft fleet --members` reads: who a simulated member is, and what proves it. */
export type FleetMember =
  | { router_name: string; kind: 'router'; credential: string }
  | { router_name: string; kind: 'app'; password: string }

/** Replaces the file as a whole; it holds secrets, so nobody else may read it. */
export async function writeFleetFile(path: string, members: readonly FleetMember[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, members.map((member) => `${JSON.stringify(member)}\n`).join(''), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

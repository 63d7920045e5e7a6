import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FleetLine } from '../ops/fleet-members.ts'

/** Replaces the file as a whole; only its owner may read it, since it holds secrets. */
export async function writeFleetFile(path: string, members: readonly FleetLine[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, members.map((member) => `${JSON.stringify(member)}\n`).join(''), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

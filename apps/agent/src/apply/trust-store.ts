import { existsSync, readFileSync } from 'node:fs'
import { NetworkTrust } from '@weft/contract/agent-protocol'
import { z } from 'zod'
import { writeSecret } from '../secret-file.ts'

const Trust = z.object({ hash: z.string(), networks: z.array(NetworkTrust) })
/** The keys, certificates and logins that a document does not hold, as the controller sent them last. */
export type Trust = z.output<typeof Trust>

/** Keeps the trust where only the device can read it. */
export interface TrustStore {
  current(): Trust | null
  save(trust: Trust): void
}

/** Returns a store in one file, written as a whole or not at all. An unreadable file counts as none: the controller sends it again. */
export function fileTrustStore(path: string): TrustStore {
  let trust = read(path)
  return {
    current: () => trust,
    save({ hash, networks }) {
      trust = { hash, networks }
      try {
        writeSecret(path, JSON.stringify(trust))
      } catch {
        // The disk is full: the trust is used for now, and requested again after a restart.
      }
    },
  }
}

function read(path: string): Trust | null {
  if (!existsSync(path)) return null
  try {
    return Trust.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

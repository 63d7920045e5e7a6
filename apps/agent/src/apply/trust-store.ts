import { existsSync, readFileSync } from 'node:fs'
import { NetworkTrust } from '@weft/contract/agent-protocol'
import { z } from 'zod'
import { writeSecret } from '../secret-file.ts'

const Trust = z.object({ hash: z.string(), networks: z.array(NetworkTrust) })
/** What is secret beside the document, as the controller told it last. */
export type Trust = z.output<typeof Trust>

/** Keeps it for the device alone. */
export interface TrustStore {
  current(): Trust | null
  save(trust: Trust): void
}

/** One file, there as a whole or not at all. One that nobody can read is none: the controller sends it again. */
export function fileTrustStore(path: string): TrustStore {
  let trust = read(path)
  return {
    current: () => trust,
    save({ hash, networks }) {
      trust = { hash, networks }
      try {
        writeSecret(path, JSON.stringify(trust))
      } catch {
        // The disk is full: it counts for now, and is asked for again after a restart.
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

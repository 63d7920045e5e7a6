import { NetworkTrust } from '@weft/contract/agent-protocol'
import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { readTwice, writeTwice } from '../secret-file.ts'

const Trust = z.object({ hash: z.string(), networks: z.array(NetworkTrust) })
/** The keys, certificates and logins that a document does not hold, as the controller sent them last. */
export type Trust = z.output<typeof Trust>

/** Keeps the trust where only the device can read it. */
export interface TrustStore {
  current(): Trust | null
  save(trust: Trust): void
}

/**
 * Returns a store in one file with a copy, each written as a whole or not at all. If neither can be used there is no trust: the controller
 * sends it again. If neither can be read, the tunnels run with their own files until then.
 * @param said is called with a sentence that names a file that cannot be used
 */
export function fileTrustStore(path: string, said: (sentence: string) => void): TrustStore {
  let trust = read()
  function read(): Trust | null {
    try {
      return readTwice(path, (text) => Trust.parse(JSON.parse(text)), said) ?? null
    } catch (error) {
      said(`${path} cannot be read, and neither can its copy: ${oneLine(error)}`)
      return null
    }
  }
  return {
    current: () => trust,
    save({ hash, networks }) {
      trust = { hash, networks }
      try {
        writeTwice(path, JSON.stringify(trust))
      } catch {
        // The disk is full: the trust is used for now, and requested again after a restart.
      }
    },
  }
}

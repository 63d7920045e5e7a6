import { oneLine } from '../one-line.ts'

/** The codes of Node and OpenSSL with which a certificate is not accepted. */
const CERTIFICATE = /CERT|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED/

/** Why a request or a connection failed. */
export interface Reason {
  /** The same each time for the same cause. */
  cause: string
  /** In words, where they say more than the cause. */
  words?: string
  /** The device's own time in UTC, if the cause is a certificate: a device whose clock is wrong accepts none. */
  clock: string | undefined
}

/** Returns why a request or a connection failed. An error of several attempts, one for each address of a name, has all their words. */
export function reasonOf(error: unknown, now: () => Date = () => new Date()): Reason {
  const parts = error instanceof AggregateError && error.errors.length > 0 ? (error.errors as unknown[]) : [error]
  const words = parts.map((part) => oneLine(part))
  const isCertificate = parts.some((part) => CERTIFICATE.test(String((part as { code?: unknown } | undefined)?.code)))
  const cause = [...new Set(words)].join('; ')
  return { cause, clock: isCertificate ? now().toISOString().replace(/\.\d+/, '') : undefined }
}

/** Returns a reason in one line. */
export const reasonText = ({ cause, words = cause, clock }: Reason): string =>
  clock === undefined ? words : `${words} (the device's clock says ${clock})`

/** Returns what remembers the causes since the last success, for a log that names each cause once. */
export function createCauses(): { isNew(cause: string): boolean; succeeded(): void } {
  const known = new Set<string>()
  return {
    isNew: (cause) => known.size !== known.add(cause).size,
    succeeded: () => known.clear(),
  }
}

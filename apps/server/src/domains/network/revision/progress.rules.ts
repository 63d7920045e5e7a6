import type { Language, NetworkProgress } from '@weft/contract'
import { wentBack } from './revision.text.ts'

type Failed = NetworkProgress['failed'][number]

/** Finds a prefix that a device names in its error. */
const PREFIX = /\b\d{1,3}(\.\d{1,3}){3}\/\d{1,2}\b/

/**
 * Returns what a member's error says of a revision and what may help: other prefixes if the device names one, else the same once more.
 * @param error as the gateway keeps it, with its phase; null if it may be about networks that the caller may not see
 */
export function failureOf(error: string | null, router_type: 1 | 2, revision: number, language: Language): Pick<Failed, 'error' | 'fix'> {
  if (error === null) return { error, fix: 'resend' }
  if (error.startsWith('rolled_back')) return { error: wentBack(revision, language), fix: 'resend' }
  return { error: error.replace(/^failed: /, ''), fix: router_type === 1 && PREFIX.test(error) ? 'prefix' : 'resend' }
}

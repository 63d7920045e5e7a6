import type { Language, NetworkProgress } from '@weft/contract'
import { fixOfRefusal } from '@weft/network-rules'
import { wentBack } from './revision.text.ts'

type Failed = NetworkProgress['failed'][number]

/**
 * Returns what a member's error says of a revision and what may help.
 * @param error as the gateway keeps it, with its phase; null if it may be about networks that the caller may not see
 */
export function failureOf(error: string | null, router_type: 1 | 2, revision: number, language: Language): Pick<Failed, 'error' | 'fix'> {
  const fix = fixOfRefusal(error, router_type) === 'edit_prefix' ? 'prefix' : 'resend'
  if (error === null) return { error, fix }
  return { error: error.startsWith('rolled_back') ? wentBack(revision, language) : error.replace(/^failed: /, ''), fix }
}

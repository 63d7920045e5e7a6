import type { PrefixInput } from '@weft/contract'
import type { PrefixRule } from '@weft/member-config'
import { formatIpv4, networkAddress, parseIpv4 } from '@weft/net'
import { Refusal } from '../../../kernel/refusal.ts'

/** A typed rule as it will stand: its network number corrected to the true one of its mask. */
export function correctedRule({ ip, mask, permission, ge, le }: PrefixInput): { rule: PrefixRule; from: string | undefined } {
  const true_ip = formatIpv4(networkAddress(parseIpv4(ip)!, mask))
  // With ge alone, everything up to /32 is meant (specification 2 §5).
  const rule = { ip: true_ip, mask, permission: permission ?? 'permit', ge: ge ?? null, le: le ?? (ge == null ? null : 32) } as const
  return { rule, from: true_ip === ip ? undefined : `${ip}/${mask}` }
}

/** More than to permit a network as it is. */
export const isAdvanced = ({ permission, ge, le }: PrefixRule) => permission === 'deny' || ge !== null || le !== null

/** @throws prefixTwice, naming both rows */
export function refuseRepeated(rules: readonly PrefixRule[]): void {
  const seen = new Map<string, number>()
  for (const [i, { ip, mask, ge, le }] of rules.entries()) {
    const key = `${ip}/${mask} ${ge} ${le}`
    const other = seen.get(key)
    if (other !== undefined) throw new Refusal('prefixTwice', { row: i + 1, other })
    seen.set(key, i + 1)
  }
}

import type { Problem, ProblemOf } from './problem.ts'

/** Returns the servers that repeat an earlier one. */
export const repeatedDns = (dns: readonly string[]): ProblemOf<'dnsTwice'>[] =>
  dns.flatMap((address, index) => (dns.indexOf(address) < index ? [{ code: 'dnsTwice', where: { index }, with: undefined }] : []))

/** Returns the problem of more servers than the account may have. What the network has already may stay. */
export const dnsLimitProblem = (count: number, most: number, had = 0): Problem | undefined =>
  count > Math.max(most, had) ? { code: 'dnsLimit', with: { n: most } } : undefined

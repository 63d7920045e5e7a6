import { type Language, type RefusalName, type RefusalParams, refusalText } from '@weft/contract'
import type { End } from '@weft/member-config'
import { formatIpv4, formatPrefix } from '@weft/net'
import { type Claim, claimText } from './claim.ts'
import { type Blocker, blockersText } from './leaving.ts'

/** A problem that already holds the parameters of its refusal. */
interface PlainProblem<N extends RefusalName> {
  code: N
  with: RefusalParams<N>
}
type PlainCode =
  | 'centerLimit'
  | 'centerLinkNeedsTwo'
  | 'dnsLimit'
  | 'lastLink'
  | 'memberLimit'
  | 'networkNameTooLong'
  | 'networkNeedsMember'
  | 'networkUnusable'
  | 'popAreasSame'
  | 'popBackupNotOffered'
  | 'prefixAdvancedOff'
  | 'routingChoose'
  | 'routingNeedsTwo'
  | 'routingSame'
  | 'segmentNotNetwork'
  | 'segmentTooSmall'
  | 'softwareNeverCenter'

/** A reason to refuse a network: the code of the server's refusal, the place in the input, and the facts that the sentence names. */
export type Problem =
  | { [N in PlainCode]: PlainProblem<N> }[PlainCode]
  /** `where`: the index of the later of two equal ones. */
  | { code: 'dnsTwice'; where: { index: number }; with: undefined }
  | { code: 'prefixTwice'; where: { index: number }; with: { row: number; other: number } }
  | { code: 'portsEqual'; where: { part: 'static_port' }; with: undefined }
  | { code: 'publicPortsEqual'; where: { part: 'public_port' }; with: undefined }
  /** `claim` is the one that was typed. */
  | { code: 'segmentOverlap'; with: { claim: Claim; other: Claim } }
  | { code: 'segmentHoldsEnd'; with: { claim: Claim; end: End } }
  | { code: 'centerInUse'; with: { name: string; blockers: readonly Blocker[] } }
/** A problem of these codes. */
export type ProblemOf<C extends Problem['code']> = Extract<Problem, { code: C }>

type Params = Record<string, string | number> | undefined

/** Returns the parameters of the sentence of a problem's refusal, in one language. */
export function problemParams(problem: Problem, language: Language): Params {
  switch (problem.code) {
    case 'segmentOverlap': {
      const { claim, other } = problem.with
      return {
        segment: formatPrefix(claim),
        what: claimText(claim, language),
        owner: claimText(other, language),
        other: formatPrefix(other),
      }
    }
    case 'segmentHoldsEnd': {
      const { claim, end } = problem.with
      return { segment: formatPrefix(claim), what: claimText(claim, language), owner: end.owner, address: formatIpv4(end.address) }
    }
    case 'centerInUse':
      return { name: problem.with.name, uses: blockersText(problem.with.blockers, language) }
    default:
      return problem.with
  }
}

/** Returns the sentence of a problem: the one of the refusal with which the server answers it. */
export const problemText = (problem: Problem, language: Language): string =>
  refusalText(problem.code, problemParams(problem, language), language)

import { type Language, type RefusalName, type RefusalParams, refusalText } from '@weft/contract'
import type { End } from '@weft/member-config'
import { formatIpv4, formatPrefix, type Prefix } from '@weft/net'
import { type Claim, claimText, hiddenNetwork, isRoute } from './claim.ts'
import { type Blocker, blockersText } from './leaving.ts'
import type { Mistyped } from './near-names.ts'

/** A problem that already holds the parameters of its refusal. */
interface PlainProblem<N extends RefusalName> {
  code: N
  with: RefusalParams<N>
}
type PlainCode =
  | 'addressNotPublic'
  | 'branchAlreadyIn'
  | 'branchAlreadyInAs'
  | 'branchRenamed'
  | 'branchTwice'
  | 'centerLimit'
  | 'centerLinkNeedsTwo'
  | 'centerUnknown'
  | 'deviceDisabled'
  | 'deviceNear'
  | 'deviceUnknown'
  | 'dnsLimit'
  | 'lastLink'
  | 'memberLimit'
  | 'nameControl'
  | 'nameNotPermitted'
  | 'nameTooLong'
  | 'networkNameTooLong'
  | 'networkNeedsMember'
  | 'networkUnusable'
  | 'popAreasSame'
  | 'popBackupNotOffered'
  | 'prefixAdvancedOff'
  | 'prefixLimit'
  | 'prefixMask'
  | 'prefixMissing'
  | 'prefixNoMask'
  | 'prefixNotNetwork'
  | 'prefixOfHardwareOnly'
  | 'prefixReserved'
  | 'prefixUnreadable'
  | 'prefixesOfBranches'
  | 'routingChoose'
  | 'routingNeedsTwo'
  | 'routingSame'
  | 'segmentNotNetwork'
  | 'segmentTooSmall'
  | 'serialMissing'
  | 'softwareNeverCenter'

/** What a typed prefix overlaps: another row of branches to add, or a claim with the display name of its owner. */
export type Beside = { row: number } | { claim: Claim; name: string }

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
  /** `end`: its owner is empty if the reader may not know it. */
  | { code: 'segmentHoldsEnd'; with: { claim: Claim; end: End } }
  | { code: 'prefixSame' | 'prefixOverlap'; with: { prefix: Prefix; beside: Beside } }
  | { code: 'deviceMistyped'; with: Mistyped }
  | { code: 'centerInUse'; with: { name: string; blockers: readonly Blocker[] } }
/** A problem of these codes. */
export type ProblemOf<C extends Problem['code']> = Extract<Problem, { code: C }>

type Params = Record<string, string | number> | undefined

const phrases: Record<Language, { row: (n: number) => string; character: (one: string) => string }> = {
  'zh-CN': { row: (n) => `第 ${n} 行`, character: (one) => (/\d/.test(one) ? `数字 ${one}` : `字母 ${one}`) },
  en: { row: (n) => `row ${n}`, character: (one) => (/\d/.test(one) ? `the digit ${one}` : `the letter ${one}`) },
}
/** Returns the name of a site of this network, or the phrase for whatever else uses the range. */
const ownerText = ({ claim, name }: { claim: Claim; name: string }, language: Language): string =>
  isRoute(claim) && claim.network_name === undefined ? name : claimText(claim, language)

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
      const owner = end.owner || hiddenNetwork(language)
      return { segment: formatPrefix(claim), what: claimText(claim, language), owner, address: formatIpv4(end.address) }
    }
    case 'centerInUse':
      return { name: problem.with.name, uses: blockersText(problem.with.blockers, language) }
    case 'prefixSame':
    case 'prefixOverlap': {
      const { prefix, beside } = problem.with
      return 'row' in beside
        ? { owner: phrases[language].row(beside.row), other: formatPrefix(prefix) }
        : { owner: ownerText(beside, language), other: formatPrefix(beside.claim) }
    }
    case 'deviceMistyped': {
      const { place, typed, meant } = problem.with
      return { place, typed: phrases[language].character(typed), meant: phrases[language].character(meant) }
    }
    default:
      return problem.with
  }
}

/** Returns the sentence of a problem: the one of the refusal with which the server answers it. */
export const problemText = (problem: Problem, language: Language): string =>
  refusalText(problem.code, problemParams(problem, language), language)

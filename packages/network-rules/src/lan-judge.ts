import { type BranchProblemLevel, PREFIX_MASKS, shortName } from '@weft/contract'
import { formatPrefix, parseIpv4, type Prefix, PrefixIndex, prefixOf, reservedBlock } from '@weft/net'
import type { BranchDevice, BranchFix, BranchFound, BranchScene } from './branch.ts'
import { type Claim, isRoute } from './claim.ts'
import { FreeLans } from './free-lans.ts'
import { tolerated } from './overlap.ts'
import type { Beside, Problem } from './problem.ts'

/** The mask of a proposed LAN. */
const LAN_MASK = 24

/** A typed prefix: what it is, or what is wrong with it. The prefix that was probably meant counts as taken. */
export interface TypedPrefix {
  text: string
  prefix?: Prefix
  problem?: Problem
  /** The text that would be right. */
  meant?: string
}

/** Returns what a word of a cell of prefixes is. */
export function judgePrefix(text: string): TypedPrefix {
  const [, ip = '', bits] = /^([\d.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = parseIpv4(ip)
  if (address === undefined) return { text, problem: { code: 'prefixUnreadable', with: { text } } }
  const reserved = address < 2 ** 24 ? prefixOf(0, 8) : reservedBlock(address)
  if (reserved) return { text, problem: { code: 'prefixReserved', with: { block: formatPrefix(reserved) } } }
  if (bits === undefined) {
    const prefix = prefixOf(address, LAN_MASK)
    return { text, prefix, problem: { code: 'prefixNoMask', with: { ip } }, meant: formatPrefix(prefix) }
  }
  const mask = Number(bits)
  if (mask < PREFIX_MASKS.min || mask > PREFIX_MASKS.max) return { text, problem: { code: 'prefixMask', with: PREFIX_MASKS } }
  const prefix = prefixOf(address, mask)
  if (prefix.network === address) return { text, prefix }
  return { text, prefix, problem: { code: 'prefixNotNetwork', with: { ip, mask } }, meant: formatPrefix(prefix) }
}

/** A problem of one prefix of a cell. */
interface JudgedPrefix {
  level: BranchProblemLevel
  problem: Problem
  fix?: { how: 'change' | 'free'; value: string }
}

export type RowPrefix = Prefix & { row: number }

/** What overlaps one prefix: it is looked for once for all rows that have the same prefix. */
interface Overlapping {
  /** What may not overlap the prefix of a member that has none of these. */
  forbidden: readonly Claim[]
  /** The LANs that devices report. */
  lans: readonly Claim[]
  /** The prefix of a row that overlaps it: that of the earliest row. */
  earliest: RowPrefix | undefined
}

/** Judges the prefixes of rows against each other and against everything that uses addresses, and proposes free ones. */
export class LanJudge {
  readonly #claims: PrefixIndex<Claim>
  /** The different prefixes of the rows, each of the earliest row that has it. */
  readonly #rows: PrefixIndex<RowPrefix>
  readonly #overlapping = new Map<string, Overlapping>()
  readonly #free: FreeLans
  readonly #names: ReadonlyMap<string, string>
  readonly #reported: ReadonlyMap<string, Claim[]>
  #near: Prefix | undefined

  constructor({ claims, members, devices }: BranchScene, readable: readonly RowPrefix[]) {
    this.#claims = new PrefixIndex(claims)
    this.#rows = new PrefixIndex(new Map(readable.toReversed().map((prefix) => [formatPrefix(prefix), prefix])).values())
    this.#free = new FreeLans(
      [...claims, ...readable],
      [...claims.filter((claim) => claim.network_name === undefined && isRoute(claim)), ...readable],
    )
    this.#names = new Map([...devices.values(), ...members].map((member) => [member.router_name, shortName(member)]))
    this.#reported = Map.groupBy(
      claims.filter(({ purpose }) => purpose === 'lan'),
      ({ owner }) => owner,
    )
  }

  /**
   * Returns the first problem of a cell of prefixes, an error before a warning; its fix puts right whatever else can be in the cell.
   * @param joins true if nothing else keeps the device from joining, so that a prefix is proposed where it has none
   */
  problemOf(row: number, typed: readonly TypedPrefix[], device: BranchDevice | undefined, joins: boolean): BranchFound | undefined {
    const field = 'prefix'
    if (device?.router_type === 2) {
      const problem = { code: 'prefixOfHardwareOnly', with: { name: device.router_name } } as const
      return typed.length === 0 ? undefined : { field, level: 'error', problem, fix: { how: 'clear', value: '' } }
    }
    if (typed.length === 0) return device && joins ? this.#proposal(device) : undefined
    const judged = typed.map((one) => ({ text: one.text, found: this.#judge(row, one, device) }))
    this.#near = typed.findLast(({ prefix }) => prefix)?.prefix ?? this.#near
    const found = (judged.find((one) => one.found?.level === 'error') ?? judged.find((one) => one.found))?.found
    if (!found) return undefined
    const value = judged.map(({ text, found: wrong }) => wrong?.fix?.value ?? text).join('、')
    return { field, level: found.level, problem: found.problem, ...(found.fix && { fix: { how: found.fix.how, value } }) }
  }

  #judge(row: number, { prefix, problem, meant }: TypedPrefix, device: BranchDevice | undefined): JudgedPrefix | undefined {
    const overlap = prefix && this.#overlap(row, prefix, device)
    if (problem && overlap?.level !== 'error')
      return { level: 'error', problem, ...(meant !== undefined && { fix: { how: 'change', value: meant } }) }
    const free = overlap && this.#free.next(prefix.mask, this.#near ?? prefix)
    return overlap && { ...overlap, ...(free && { fix: { how: 'free', value: formatPrefix(free) } }) }
  }

  /** Returns the first overlap that is forbidden, else the first with a LAN of another site. */
  #overlap(row: number, prefix: Prefix, device: BranchDevice | undefined): { level: BranchProblemLevel; problem: Problem } | undefined {
    const problem = (other: Prefix, beside: Beside): Problem => ({
      code: other.network === prefix.network && other.mask === prefix.mask ? 'prefixSame' : 'prefixOverlap',
      with: { prefix: other, beside },
    })
    const owner = device?.router_name ?? ''
    const beside = this.#beside(prefix)
    // A member may announce its own LAN more than once.
    const forbidden = beside.forbidden.find((claim) => claim.owner !== owner || !isRoute(claim))
    const named = (claim: Claim) => problem(claim, { claim, name: this.#names.get(claim.owner) ?? claim.owner })
    if (forbidden) return { level: 'error', problem: named(forbidden) }
    const { earliest } = beside
    if (earliest && earliest.row < row) return { level: 'error', problem: problem(earliest, { row: earliest.row + 1 }) }
    const lan = beside.lans.find((claim) => claim.owner !== owner)
    return lan && { level: 'warning', problem: named(lan) }
  }

  #beside(prefix: Prefix): Overlapping {
    const key = formatPrefix(prefix)
    const known = this.#overlapping.get(key)
    if (known) return known
    // No claim has this owner; an empty one is that of networks that the caller may not see.
    const nobodys: Claim = { purpose: 'prefix', owner: '\0', center: false, network: prefix.network, mask: prefix.mask }
    const claims = this.#claims.overlapping(prefix)
    const found: Overlapping = {
      forbidden: claims.filter((claim) => !tolerated(nobodys, claim)),
      lans: claims.filter(({ purpose }) => purpose === 'lan'),
      earliest: this.#rows
        .overlapping(prefix)
        .reduce<RowPrefix | undefined>((first, one) => (first && first.row <= one.row ? first : one), undefined),
    }
    this.#overlapping.set(key, found)
    return found
  }

  /** Returns the hint for a row without a prefix: the LAN that its device reports, or else a free one. */
  #proposal(device: BranchDevice): BranchFound | undefined {
    const problem = { code: 'prefixMissing', with: undefined } as const
    const lan = this.#reported.get(device.router_name)?.[0]
    const usable = lan && lan.mask >= PREFIX_MASKS.min && !this.#overlap(-1, lan, device) && !this.#beside(lan).earliest
    const free = usable ? undefined : this.#free.next(LAN_MASK, this.#near)
    if (free) this.#near = free
    const fix: BranchFix | undefined = usable
      ? { how: 'reported', value: formatPrefix(lan) }
      : free && { how: 'free', value: formatPrefix(free) }
    return fix && { field: 'prefix', level: 'hint', problem, fix }
  }
}

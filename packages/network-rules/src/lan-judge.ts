import { PREFIX_MASKS } from '@weft/contract'
import { formatPrefix, parseIpv4, type Prefix, PrefixIndex, prefixOf, reservedBlock } from '@weft/net'
import type { BranchDevice, BranchFix, BranchFound, BranchScene, ProblemLevel } from './branch.ts'
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

export type RowPrefix = Prefix & { row: number }

/** Judges the prefixes of rows against each other and against everything that uses addresses, and proposes free ones. */
export class LanJudge {
  readonly #claims: PrefixIndex<Claim>
  readonly #rows: PrefixIndex<RowPrefix>
  readonly #free: FreeLans
  readonly #names: ReadonlyMap<string, string>
  readonly #reported: ReadonlyMap<string, Claim[]>
  #near: Prefix | undefined

  constructor({ claims, members, devices }: BranchScene, readable: readonly RowPrefix[]) {
    this.#claims = new PrefixIndex(claims)
    this.#rows = new PrefixIndex(readable)
    this.#free = new FreeLans(
      [...claims, ...readable],
      [...claims.filter((claim) => claim.network_name === undefined && isRoute(claim)), ...readable],
    )
    this.#names = new Map([...devices.values(), ...members].map(({ router_name, note }) => [router_name, note || router_name]))
    this.#reported = Map.groupBy(
      claims.filter(({ purpose }) => purpose === 'lan'),
      ({ owner }) => owner,
    )
  }

  problemsOf(row: number, typed: readonly TypedPrefix[], device: BranchDevice | undefined): BranchFound[] {
    if (device?.router_type === 2)
      return typed.length === 0
        ? []
        : [
            {
              field: 'prefix',
              level: 'error',
              problem: { code: 'prefixOfHardwareOnly', with: { name: device.router_name } },
              fix: { how: 'clear', value: '' },
            },
          ]
    if (typed.length === 0) return device ? this.#proposal(device) : []
    // A fix replaces the whole cell: the other prefixes stay as they are.
    const whole = (changed: TypedPrefix, value: string) => typed.map((one) => (one === changed ? value : one.text)).join('、')
    const problems = typed.flatMap((one): BranchFound[] => {
      const overlap = one.prefix && this.#overlap(row, one.prefix, device)
      if (one.problem && (!overlap || overlap.level === 'warning'))
        return [
          {
            field: 'prefix',
            level: 'error',
            problem: one.problem,
            ...(one.meant !== undefined && { fix: { how: 'change', value: whole(one, one.meant) } }),
          },
        ]
      if (!overlap) return []
      const free = this.#free.next(one.prefix!.mask, this.#near ?? one.prefix)
      return [{ field: 'prefix', ...overlap, ...(free && { fix: { how: 'free', value: whole(one, formatPrefix(free)) } }) }]
    })
    this.#near = typed.findLast(({ prefix }) => prefix)?.prefix ?? this.#near
    return problems
  }

  /** Returns the first overlap that is forbidden, else the first with a LAN of another site. */
  #overlap(row: number, prefix: Prefix, device: BranchDevice | undefined): { level: ProblemLevel; problem: Problem } | undefined {
    const own: Claim = { purpose: 'prefix', owner: device?.router_name ?? '', center: false, network: prefix.network, mask: prefix.mask }
    const problem = (other: Prefix, beside: Beside): Problem => ({
      code: other.network === prefix.network && other.mask === prefix.mask ? 'prefixSame' : 'prefixOverlap',
      with: { prefix: other, beside },
    })
    const beside = this.#claims.overlapping(prefix)
    const forbidden = beside.find((claim) => !tolerated(own, claim))
    const named = (claim: Claim) => problem(claim, { claim, name: this.#names.get(claim.owner) ?? claim.owner })
    if (forbidden) return { level: 'error', problem: named(forbidden) }
    const earlier = this.#rows.overlapping(prefix).find((other) => other.row < row)
    if (earlier) return { level: 'error', problem: problem(earlier, { row: earlier.row + 1 }) }
    const lan = beside.find((claim) => claim.purpose === 'lan' && claim.owner !== own.owner)
    return lan && { level: 'warning', problem: named(lan) }
  }

  /** Returns the hint for a row without a prefix: the LAN that its device reports, or else a free one. */
  #proposal(device: BranchDevice): BranchFound[] {
    const problem = { code: 'prefixMissing', with: undefined } as const
    const lan = this.#reported.get(device.router_name)?.[0]
    const usable = lan && lan.mask >= PREFIX_MASKS.min && !this.#overlap(-1, lan, device) && this.#rows.overlapping(lan).length === 0
    const free = usable ? undefined : this.#free.next(LAN_MASK, this.#near)
    if (free) this.#near = free
    const fix: BranchFix | undefined = usable
      ? { how: 'reported', value: formatPrefix(lan) }
      : free && { how: 'free', value: formatPrefix(free) }
    return fix ? [{ field: 'prefix', level: 'hint', problem, fix }] : []
  }
}

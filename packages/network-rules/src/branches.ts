import {
  type BranchProblemLevel,
  type BranchRow,
  MAX_BRANCH_PREFIXES,
  MAX_PREFIXES,
  NOTE_MAX,
  Note,
  readLine,
  shortName,
} from '@weft/contract'
import type { PrefixRule } from '@weft/member-config'
import { formatIpv4, formatPrefix } from '@weft/net'
import type { BranchDevice, BranchFound, BranchProblem, BranchScene } from './branch.ts'
import { readCenters, readPrefixes, readSerial } from './branch-cells.ts'
import { judgePrefix, LanJudge, type TypedPrefix } from './lan-judge.ts'
import { mistyped } from './near-names.ts'
import type { Problem } from './problem.ts'

/** A row that can be added, read. */
export interface Branch {
  row: number
  router_name: string
  /** The new name, undefined to leave it as it is. */
  note: string | undefined
  prefix: PrefixRule[]
  /** The centers that it links to; empty for all. */
  center: string[]
}

/** The levels with which a row cannot be added. */
export const blocking: ReadonlySet<BranchProblemLevel> = new Set(['error', 'skip'])

/** Judges rows of branches to add. @returns their problems, in the order of the rows, and the rows that can be added */
export function judgeBranches(rows: readonly BranchRow[], scene: BranchScene): { problems: BranchProblem[]; branches: Branch[] } {
  const written = rows.map(({ prefix }) => readPrefixes(prefix.join(' ')))
  const tooMany = judgeNumbers(written.map(({ length }) => length))
  // The prefixes of a row that has too many are not judged: there may be hundreds of thousands.
  const prefixes = written.map((texts, row) => (tooMany[row] ? [] : texts.map(judgePrefix)))
  const readable = prefixes.flatMap((all, row) => all.flatMap(({ prefix }) => (prefix ? [{ ...prefix, row }] : [])))
  const lans = new LanJudge(scene, readable)
  const seen = new Map<string, number>()
  const centers = centersOf(scene)
  const members = new Map(scene.members.map((member) => [member.router_name, member]))
  const judged = rows.map((typed, row) => {
    const device = scene.devices.get(readSerial(typed.router_name).toLowerCase())
    const ofDevice = judgeDevice(typed, row, device, seen, { members, near: scene.near })
    const ofPrefixes = tooMany[row] ?? lans.problemOf(row, prefixes[row]!, device, ofDevice.length === 0)
    const joined = device !== undefined && members.has(device.router_name)
    const found = [
      ...judgeName(typed, device, { mayName: scene.mayName, joined }),
      ...ofDevice,
      ...(ofPrefixes ? [ofPrefixes] : []),
      ...judgeCenters(typed, centers),
    ]
    const problems = found.map((problem) => ({ row, ...problem }))
    return {
      problems,
      branch: problems.some(({ level }) => blocking.has(level)) ? undefined : branchOf(typed, row, device!, prefixes[row]!, centers),
    }
  })
  return { problems: judged.flatMap(({ problems }) => problems), branches: judged.flatMap(({ branch }) => branch ?? []) }
}

/** Returns for each row the problem that it, or it with those before it, has too many prefixes. @param numbers of prefixes, by row */
function judgeNumbers(numbers: readonly number[]): (BranchFound | undefined)[] {
  let count = 0
  return numbers.map((number) => {
    const problemOf = (problem: Problem): BranchFound => ({ field: 'prefix', level: 'error', problem })
    if (number > MAX_PREFIXES) return problemOf({ code: 'prefixLimit', with: { count: number, most: MAX_PREFIXES } })
    count += number
    if (count <= MAX_BRANCH_PREFIXES) return undefined
    return problemOf({ code: 'prefixesOfBranches', with: { count, most: MAX_BRANCH_PREFIXES } })
  })
}

function judgeName(
  { note }: BranchRow,
  device: BranchDevice | undefined,
  { mayName, joined }: { mayName: boolean; joined: boolean },
): BranchFound[] {
  const parsed = Note.safeParse(note)
  if (!parsed.success) {
    const shown = [...readLine(note.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' '))]
    const fix = { how: 'change', value: shown.slice(0, NOTE_MAX).join('').trim() } as const
    const problem: Problem =
      [...readLine(note)].length > NOTE_MAX ? { code: 'nameTooLong', with: { max: NOTE_MAX } } : { code: 'nameControl', with: undefined }
    return [{ field: 'note', level: 'error', problem, fix }]
  }
  if (!device || parsed.data === '' || parsed.data === device.note) return []
  if (mayName) {
    // A device without a name gets its first one, and one that has joined is not added.
    if (device.note === '' || joined) return []
    return [{ field: 'note', level: 'warning', problem: { code: 'branchRenamed', with: { from: device.note, to: parsed.data } } }]
  }
  const problem = { code: 'nameNotPermitted', with: { name: device.note } } as const
  return [{ field: 'note', level: 'error', problem, fix: { how: 'keep', value: device.note } }]
}

function judgeDevice(
  { note, router_name: typed }: BranchRow,
  row: number,
  device: BranchDevice | undefined,
  seen: Map<string, number>,
  { members, near }: { members: ReadonlyMap<string, BranchScene['members'][number]>; near: BranchScene['near'] },
): BranchFound[] {
  const field = 'router_name'
  const name = readSerial(typed)
  if (name === '') return [{ field, level: 'error', problem: { code: 'serialMissing', with: undefined }, fix: { how: 'skip' } }]
  const first = seen.get(name.toLowerCase())
  if (first !== undefined)
    return [{ field, level: 'error', problem: { code: 'branchTwice', with: { row: first + 1 } }, fix: { how: 'skip' } }]
  seen.set(name.toLowerCase(), row)
  if (!device) {
    const meant = near.get(name)
    if (meant === undefined) return [{ field, level: 'error', problem: { code: 'deviceUnknown', with: undefined } }]
    const wrong = mistyped(name, meant)
    const problem: Problem = wrong ? { code: 'deviceMistyped', with: wrong } : { code: 'deviceNear', with: undefined }
    return [{ field, level: 'error', problem, fix: { how: 'change', value: meant } }]
  }
  const member = members.get(device.router_name)
  if (member) {
    const name = readLine(note)
    const same = name === '' || name === readLine(member.note)
    const problem: Problem = same
      ? { code: 'branchAlreadyIn', with: undefined }
      : { code: 'branchAlreadyInAs', with: { name: shortName(member) } }
    return [{ field, level: 'skip', problem, fix: { how: 'skip' } }]
  }
  if (device.status !== 1)
    return [
      {
        field,
        level: 'error',
        problem: { code: 'deviceDisabled', with: { name: shortName(device) } },
        fix: { how: 'skip' },
      },
    ]
  return []
}

/** Returns the centers that a text names. */
type CentersNamed = (text: string) => readonly string[]

/** Returns what finds the centers that a text names: the one of this serial number, else all of this name. */
function centersOf({ members }: BranchScene): CentersNamed {
  const centers = members.filter(({ member_type }) => member_type === 'center')
  const names = (some: typeof centers) => some.map(({ router_name }) => router_name)
  const bySerial = Map.groupBy(centers, ({ router_name }) => router_name.toLowerCase())
  const byNote = Map.groupBy(centers, ({ note }) => readLine(note))
  return (text) => names(bySerial.get(text.toLowerCase()) ?? byNote.get(text) ?? [])
}

function judgeCenters({ center }: BranchRow, named: CentersNamed): BranchFound[] {
  const unknown = readCenters(center.join('、')).find((text) => named(text).length === 0)
  if (unknown === undefined) return []
  return [
    { field: 'center', level: 'error', problem: { code: 'centerUnknown', with: { name: unknown } }, fix: { how: 'all', value: '全部' } },
  ]
}

function branchOf(typed: BranchRow, row: number, device: BranchDevice, prefixes: readonly TypedPrefix[], named: CentersNamed): Branch {
  const note = readLine(typed.note)
  const unique = new Map(prefixes.flatMap(({ prefix }) => (prefix ? [[formatPrefix(prefix), prefix] as const] : [])))
  return {
    row,
    router_name: device.router_name,
    note: note === '' || note === device.note ? undefined : note,
    prefix: [...unique.values()].map(({ network, mask }) => ({ ip: formatIpv4(network), mask, permission: 'permit', ge: null, le: null })),
    center: [...new Set(readCenters(typed.center.join('、')).flatMap(named))],
  }
}

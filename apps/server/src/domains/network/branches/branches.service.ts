/**
 * Room network/branches: adds many branches to a network, pasted or from a workbook.
 * Tables: none.
 * Called by: network.
 * Always: all rows become one revision, or none does.
 */
import { type BranchesAnswer, type BranchRow, type contract, type InputOf, type Language, readLine } from '@weft/contract'
import type { NetworkIntent } from '@weft/member-config'
import { type Branch, type BranchProblem, claimsOf, fixText, judgeBranches, nearNames, problemText, readSerial } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { nameMembers } from '../../member/member/change.service.ts'
import { applySettings, mayNameMembers } from '../change/change.service.ts'
import type { Changed } from '../change/outcome.service.ts'
import { type HeldNetwork, holdNetwork } from '../change/store.service.ts'
import { listMemberNames } from '../detail/detail.queries.ts'
import { seenOf } from '../detail/detail.service.ts'
import { findResources, surroundingsOf } from '../detail/surroundings.queries.ts'
import { hiddenFrom } from '../detail/visibility.service.ts'
import { refuseRows, withBranches } from '../rules/branches.rules.ts'
import { checkUsable } from '../rules/limit.rules.ts'
import { isPointToPoint } from '../rules/point-to-point.rules.ts'
import { centerNames, type Scene } from '../rules/scene.rules.ts'
import { type Device, findDevices, listFreeNames } from './branches.queries.ts'

type Input = InputOf<typeof contract.branches.add>

/**
 * Adds branches with their names, prefixes and links as one revision, or with `check` only answers what would happen.
 * @throws branchesRefused if a row has a problem, and what every change of a network throws
 */
export async function addBranches(
  db: AccountDb,
  actor: Actor,
  { network_number, revision, check, rows }: Input,
  expected: number | undefined,
  language: Language,
): Promise<BranchesAnswer> {
  const held = await holdNetwork(db, network_number, expected ?? revision)
  const { intent, room } = held
  const { network_router_use: used, network_router_count: count } = room
  const only = check === 1
  checkUsable([{ call: 'add_branches' }], room)
  const devices = await findDevices(db, actor.members, serialsOf(rows))
  const { problems, branches, around } = await judge(db, actor, intent, rows, devices)
  if (!only) refuseRows(problems)
  const over = Math.max(0, branches.length - Math.max(0, count - used))
  const fitting = only ? branches.slice(0, branches.length - over) : branches
  let outcome: Pick<Changed, 'revision' | 'impact'> = { revision: held.revision, impact: [] }
  if (fitting.length > 0) {
    const scene = await sceneOf(db, held, devices, mayNameMembers(actor))
    const wanted = withBranches(intent.settings, fitting, scene)
    outcome = await applySettings(db, actor, held, wanted, { dry_run: only, action: 'add_branches' }, { ...scene, around })
  }
  if (!only) await nameMembers(db, actor, renamesOf(fitting))
  return {
    revision: only ? held.revision : outcome.revision,
    rows: branches.map(({ row }) => row),
    problems: problems.map((problem) => issueOf(problem, language)),
    used,
    count,
    over,
    ...figuresOf(fitting, intent, devices),
    interrupted: outcome.impact.reduce((sum, { kind, count: affected }) => (kind === 'live' ? sum : sum + affected), 0),
  }
}

const serialsOf = (rows: readonly BranchRow[]) => rows.map(({ router_name }) => readSerial(router_name))

async function sceneOf(db: AccountDb, { intent, room }: HeldNetwork, devices: readonly Device[], mayName: boolean): Promise<Scene> {
  const present = intent.settings.network_fr_id
  return {
    facts: intent.facts,
    room,
    candidates: new Map(devices.map((device) => [device.router_name, device])),
    resources: await findResources(db, present === null ? [] : [present]),
    reviewed: undefined,
    mayName,
  }
}

/** Names the devices of branches that a draft added. The rows were judged, so each device exists. */
export async function nameBranches(db: AccountDb, actor: Actor, rows: readonly BranchRow[]): Promise<void> {
  const devices = await findDevices(db, actor.members, serialsOf(rows))
  const names = new Map(devices.map(({ router_name }) => [router_name.toLowerCase(), router_name]))
  const renames = rows.map(({ router_name, note }) => ({
    router_name: names.get(readSerial(router_name).toLowerCase())!,
    note: readLine(note),
  }))
  await nameMembers(
    db,
    actor,
    renames.filter(({ note }) => note !== ''),
  )
}

const renamesOf = (branches: readonly Branch[]) =>
  branches.flatMap(({ router_name, note }) => (note === undefined ? [] : { router_name, note }))

async function judge(
  db: AccountDb,
  actor: Actor,
  { settings, facts }: NetworkIntent,
  rows: readonly BranchRow[],
  devices: readonly Device[],
) {
  const { network_number } = facts
  const members = await seenOf(db, actor.members, await listMemberNames(db, network_number, undefined))
  const known = new Map(devices.map((device) => [device.router_name.toLowerCase(), device]))
  const unknown = rows.map(({ router_name }) => readSerial(router_name)).filter((name) => name !== '' && !known.has(name.toLowerCase()))
  const names = [...new Set([...members, ...devices].map(({ router_name }) => router_name))]
  const around = await surroundingsOf(db, network_number, names, settings.network_fr_id, hiddenFrom(actor))
  const joining = around.lans.filter(({ owner }) => settings.members[owner] === undefined)
  const judged = judgeBranches(rows, {
    devices: known,
    near: unknown.length === 0 ? new Map() : nearNames(unknown, await listFreeNames(db, actor.members, network_number, unknown)),
    members,
    claims: [...claimsOf(settings, facts, around), ...joining, ...around.others],
    mayName: mayNameMembers(actor),
  })
  return { ...judged, around }
}

const issueOf = ({ row, field, level, problem, fix }: BranchProblem, language: Language) => ({
  row,
  field,
  level,
  code: problem.code,
  text: problemText(problem, language),
  fix: fix ? { label: fixText(fix, language), value: 'value' in fix ? fix.value : null } : null,
})

function figuresOf(branches: readonly Branch[], { settings }: NetworkIntent, devices: readonly Device[]) {
  const centers = centerNames(settings).length
  const offline = new Set(devices.filter(({ online }) => online === 0).map(({ router_name }) => router_name))
  const sum = (of: (branch: Branch) => number) => branches.reduce((all, branch) => all + of(branch), 0)
  return {
    links: isPointToPoint(settings) ? null : sum(({ center }) => center.length || centers),
    prefixes: sum(({ prefix }) => prefix.length),
    offline: branches.filter(({ router_name }) => offline.has(router_name)).length,
  }
}

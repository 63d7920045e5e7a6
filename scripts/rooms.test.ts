import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkRooms } from './rooms.ts'

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

const domains = 'apps/server/src/domains'
const service = `${domains}/member/device/device.service.ts`
const said = (tables: string, callers: string) =>
  `/**\n * Room member/device: the stock of devices.\n * Tables: ${tables}.\n * Called by: ${callers}.\n * Always: a device has one holder at most.\n */\n`
const caller = { 'apps/server/src/gateway/devices.ts': `import { find } from '../domains/member/device/device.service.ts'\n` }

/** Checks a server with these files, in which `member/device` owns the table `device`. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'rooms-'))
  trees.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return checkRooms(root, new Map([['device', 'member/device']])).problems
}

it('every room of the server says what it is, which tables are its own and who calls it', () => {
  const { rooms, problems } = checkRooms('.')
  expect(problems).toEqual([])
  expect(rooms).toBeGreaterThan(35)
})

it('a room that says it as it is has no problem', () => {
  expect(problemsOf({ [service]: said('device', 'gateway'), ...caller })).toEqual([])
  expect(problemsOf({ [service]: said('device', 'its routes alone') })).toEqual([])
})

it('a room that says nothing, or something else than the code, is reported', () => {
  expect(problemsOf({ [service]: 'export {}\n' })).toEqual([
    'member/device does not say what it is: its main file begins with a comment "Room member/device: …"',
  ])
  expect(problemsOf({ [service]: said('none', 'gateway'), ...caller })).toEqual([`${service}: the tables of member/device are: device`])
  expect(problemsOf({ [service]: said('device', 'jobs'), ...caller })).toEqual([`${service}: member/device is called by: gateway`])
  const twice = {
    [service]: said('device', 'gateway'),
    [`${domains}/member/device/other.service.ts`]: said('device', 'gateway'),
    ...caller,
  }
  expect(problemsOf(twice)).toEqual([`member/device says twice what it is: in ${service} and ${domains}/member/device/other.service.ts`])
})

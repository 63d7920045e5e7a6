import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../../server/src/kernel/secrets.ts'
import { tellLack } from '../../../server/test/lacks.ts'
import { grant, software } from '../../../server/test/network-fixtures.ts'
import { createTestbed, type Member, PASSWORD, type Testbed } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

/** Number of people; `WEFT_PEOPLE=200` for the figure in bench/README.md. */
const PEOPLE = Number(process.env.WEFT_PEOPLE ?? 40)
const CONTROL_GROUPS = '/sys/fs/cgroup/memory'
const MEMORY_BYTES = 256 * 1024 * 1024
const PATIENCE = { timeout: 300_000, interval: 100 }

describe.skipIf(whyNot())('people who sign in at a center together', { timeout: 600_000 }, () => {
  let testbed: Testbed
  let hub: Member
  /** The machine of all people. */
  let machine: Member
  let network_number: string
  let people: { name: string; output: string }[]
  const group = join(CONTROL_GROUPS, `wft-${process.pid}`)

  beforeAll(async () => {
    testbed = await createTestbed()
    const { world, owner } = testbed
    ;[hub] = (await testbed.hardware(1)) as [Member]
    hub.start()
    await testbed.connected(hub)
    network_number = await testbed.network('门店', [hub])
    machine = await testbed.software(5)
    await grant(world, owner, 'software_member', PEOPLE + 10)
    await grant(world, owner, 'network_member', PEOPLE + 10)
    const names = await software(world, owner, PEOPLE)
    const password_hash = await hashPassword(PASSWORD)
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ password_hash }).where('router_name', 'in', names).execute())
    for (const router_name of names) await testbed.call(contract.network.add_member, { network_number, router_name, member_type: 'point' })
    people = names.map((name) => ({ name, output: '' }))
  }, 600_000)
  afterAll(async () => {
    await testbed?.close()
    if (existsSync(group)) rmdirSync(group)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`${await testbed.story()}\n---- a client\n${people[0]?.output}`)
  })

  async function dial(person: (typeof people)[number], number: number): Promise<void> {
    const [profile, login] = [join(machine.state, `${number}.ovpn`), join(machine.state, `${number}.login`)]
    writeFileSync(profile, await testbed.profile({ ...machine, router_name: person.name }, network_number))
    writeFileSync(login, `${person.name}\n${PASSWORD}\n`, { mode: 0o600 })
    const options = ['--auth-user-pass', login, '--dev', 'null', '--ifconfig-noexec', '--route-noexec']
    const child = machine.device.spawn(['openvpn', '--config', profile, ...options])
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (person.output += text))
  }
  /** Waits until all people are in, once more than before. @returns the seconds that it took, and the most programs that checked logins */
  async function allIn(times: number): Promise<{ seconds: number; programs: number }> {
    const began = performance.now()
    let programs = 0
    await vi.waitFor(() => {
      programs = Math.max(programs, hub.device.pids('verify-login.ts').filter((pid) => argvOf(pid)[0] === process.execPath).length)
      const missing = people.filter(({ output }) => output.split('Initialization Sequence Completed').length <= times)
      expect(missing.map(({ name }) => name)).toEqual([])
    }, PATIENCE)
    return { seconds: (performance.now() - began) / 1000, programs }
  }
  const argvOf = (pid: number) => (existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : [])
  const refused = () => people.filter(({ output }) => output.includes('AUTH_FAILED')).map(({ name }) => name)

  it('are all let in, as soon as they have their profiles', async () => {
    for (const [number, person] of people.entries()) await dial(person, number)
    const { seconds, programs } = await allIn(1)
    console.info(`${PEOPLE} people were in after ${seconds.toFixed(1)} s`)
    expect(programs).toBe(1)
    expect(refused()).toEqual([])
    const [kilobytes] = (await hub.device.in('du', '-sk', hub.run)).split('\t')
    console.info(`RUN of the center has ${kilobytes} kB in ${readdirSync(hub.run, { recursive: true }).length} files`)
    expect(Number(kilobytes)).toBeLessThan(2000)
  })

  it('are all let in again after the center restarts, with 256 MB for all of its programs', async () => {
    const isBounded = existsSync(join(CONTROL_GROUPS, 'memory.limit_in_bytes'))
    if (!isBounded) tellLack('the memory of programs cannot be bounded: there is no memory controller of control groups, version 1')
    else {
      mkdirSync(group)
      writeFileSync(join(group, 'memory.limit_in_bytes'), String(MEMORY_BYTES))
    }
    await hub.stop('SIGKILL')
    for (const pid of hub.device.pids('')) endProcess(pid)
    await vi.waitFor(() => expect(hub.device.pids('')).toEqual([]), PATIENCE)
    hub.start()
    if (isBounded) for (const pid of hub.device.pids('')) writeFileSync(join(group, 'cgroup.procs'), String(pid))
    const { seconds, programs } = await allIn(2)
    console.info(`after a restart ${PEOPLE} people were in again after ${seconds.toFixed(1)} s`)
    expect(programs).toBe(1)
    expect(refused()).toEqual([])
    if (!isBounded) return
    console.info(`its programs had ${Math.round(Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')) / 1e6)} MB at most`)
    expect(readFileSync(join(group, 'memory.oom_control'), 'utf8')).toMatch(/^oom_kill 0$/m)
  })
})

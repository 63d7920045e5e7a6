import { contract } from '@weft/contract'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { render } from '@weft/member-config'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { documentOf } from '../../../server/src/domains/network/configuration/configuration.service.ts'
import { fileStore } from '../../src/apply/config-store.ts'
import { treeOf } from '../../src/drivers/openvpn-frr/files.ts'
import { frrDifference } from '../../src/drivers/openvpn-frr/frr-difference.ts'
import { createSecrets, managed } from '../../src/drivers/openvpn-frr/secrets.ts'
import { fingerprint } from '../../src/drivers/openvpn-frr/tunnels.ts'
import { createTestbed, type Testbed, type Member, passes, pings, reached, unreached } from './testbed.ts'
import { whyNot } from './namespaces.ts'

const why = whyNot()
/** Number of times that the agent is killed while it applies a change; `WEFT_KILL_ROUNDS=50` for the figure in bench/README.md. */
const ROUNDS = Number(process.env.WEFT_KILL_ROUNDS ?? 3)

describe.skipIf(why)('a device in trouble', () => {
  let testbed: Testbed
  let hub: Member
  let shop1: Member
  let shop2: Member
  let network_number: string
  const carries = () => reached(shop1.host, shop2.lan)
  const stateOf = async ({ router_name }: Member) =>
    (await testbed.info(network_number)).member.find((one) => one.router_name === router_name)?.revision_state
  const errorOf = async ({ router_name }: Member) => {
    const query = testbed.world.db.systemNow.sql.selectFrom('member').select('config_error').where('router_name', '=', router_name)
    return (await query.executeTakeFirstOrThrow()).config_error
  }
  const reportsError = (member: Member, words: RegExp) => vi.waitFor(async () => expect(await errorOf(member)).toMatch(words), 60_000)
  const applied = (member: Member) =>
    vi.waitFor(async () => expect(await stateOf(member)).toBe('applied'), { timeout: 60_000, interval: 100 })
  const again = ({ router_name }: Member) => testbed.set('re_send_config', { network_number, router_name })
  /** Sets a branch's prefixes: its LAN, and `more` others. */
  const prefixes = (member: Member, more: number) =>
    testbed.set('edit_prefix', {
      network_number,
      router_name: member.router_name,
      prefix: [member.lan.replace(/10$/, '0'), ...Array.from({ length: more }, (_, i) => `10.77.${i}.0`)].map((ip) => ({ ip, mask: 24 })),
    })

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop1, shop2] = (await testbed.hardware(1, 2, 3)) as [Member, Member, Member]
    // This branch has a disk of its own, which can be full, and programs of its own, which can be missing.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=711', 'tmpfs', shop2.state])
    mkdirSync(shop2.run, { mode: 0o711 })
    mkdirSync(`${shop2.state}-bin`)
    for (const folder of ['/usr/bin', '/usr/sbin'])
      for (const name of readdirSync(folder)) if (!existsSync(own(name))) symlinkSync(join(folder, name), own(name))
    hub.start()
    shop1.start()
    shop2.start(OWN)
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub], [shop1, shop2])
    await testbed.lans(network_number, shop1, shop2)
    await carries()
    for (const member of testbed.members) await applied(member)
  })
  const OWN = {
    get PATH() {
      return `${shop2.state}-bin`
    },
  }
  const own = (program: string) => join(`${shop2.state}-bin`, program)
  function instead(program: string, script: string): void {
    rmSync(own(program), { force: true })
    writeFileSync(own(program), `#!/bin/sh\n${script}\n`)
    chmodSync(own(program), 0o755)
  }
  function asBefore(program: string, folder: string): void {
    rmSync(own(program), { force: true })
    symlinkSync(join(folder, program), own(program))
  }
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('is not activated without the right code, or with a code that was used before', async () => {
    const [late] = (await testbed.hardware(5)) as [Member]
    late.start({ WEFT_AGENT_ACTIVATION_CODE: '2222-3333-4444-5555' })
    await vi.waitFor(() => expect(late.log()).toMatch(/^! /m), 30_000)
    expect(existsSync(join(late.state, 'credential'))).toBe(false)
    const thief = await testbed.claiming(shop1.router_name, 6)
    thief.start()
    await vi.waitFor(() => expect(thief.log()).toMatch(/^! /m), 30_000)
    expect(existsSync(join(thief.state, 'credential'))).toBe(false)
  })

  it('keeps its tunnels if FRR refuses a line, and reports the line', async () => {
    // This vtysh adds a line that FRR does not know to the file that it checks.
    instead('vtysh', 'case " $* " in *" -C "*) for last; do :; done; echo "router nonsense 1" >>"$last" ;; esac\nexec /usr/bin/vtysh "$@"')
    const running = pings(shop1.host, shop2.lan)
    await prefixes(shop2, 1)
    await reportsError(shop2, /FRR refuses.*router nonsense/)
    expect(await running.stop()).toMatchObject({ lost: expect.toSatisfy((lost: number) => lost < 30) })
    expect(await stateOf(shop2)).toBe('failed')
    asBefore('vtysh', '/usr/bin')
    await again(shop2)
    await applied(shop2)
  })

  it('keeps its tunnels while its disk is full, and applies the change once there is space', async () => {
    await applied(hub)
    const [agent] = shop2.device.pids('cli.ts')
    const ballast = join(shop2.state, 'ballast')
    expect(() => writeFileSync(ballast, Buffer.alloc(4 << 20))).toThrow('ENOSPC')
    await prefixes(shop2, 2)
    await reportsError(shop2, /ENOSPC/)
    await carries()
    // A lost WAN meanwhile does not stop it either.
    await shop2.device.in('ip', 'link', 'set', 'wan', 'down')
    await passes(1000)
    await shop2.device.in('ip', 'link', 'set', 'wan', 'up')
    await shop2.device.in('ip', 'route', 'replace', 'default', 'via', '198.51.100.1')
    await carries()
    expect(shop2.device.pids('cli.ts')).toEqual([agent])
    rmSync(ballast)
    await testbed.connected(shop2)
    await again(shop2)
    await applied(shop2)
    expect(readFileSync(join(shop2.state, 'etc/frr.conf'), 'utf8')).toContain('10.77.1.0/24')
  })

  it('applies a change although its logs have filled its disk', async () => {
    const log = readdirSync(shop2.run).find((name) => name.endsWith('.log')) ?? ''
    const [agent = 0] = shop2.device.pids('cli.ts')
    process.kill(agent, 'SIGSTOP')
    const line = Buffer.alloc(4096, 'a line of a log\n')
    expect(() => {
      for (;;) appendFileSync(join(shop2.run, log), line)
    }).toThrow('ENOSPC')
    await prefixes(shop2, 3)
    process.kill(agent, 'SIGCONT')
    await applied(shop2)
    expect(statSync(join(shop2.run, log)).size).toBeLessThan(1_000_000)
    await carries()
  })

  it('bounds its logs while nothing changes', async () => {
    const log = join(shop1.run, 'long.log')
    writeFileSync(log, 'a line of a log\n'.repeat(200_000))
    await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(1_000_000), 60_000)
    rmSync(log)
  })

  it('starts openvpn less and less often while it is missing or ends, and reports it', async () => {
    rmSync(own('openvpn'))
    for (const pid of shop2.device.tunnels()) process.kill(pid, 'SIGKILL')
    await reportsError(shop2, /openvpn does not start/)
    expect(await stateOf(shop2)).toBe('failed')
    const count = join(`${shop2.state}-bin`, 'count')
    instead('openvpn', `echo once >>${count}\necho "cannot go on"\nexit 1`)
    await reportsError(shop2, /again and again.*cannot go on/)
    await passes(5000)
    expect(readFileSync(count, 'utf8').split('\n').length).toBeLessThan(5)
    asBefore('openvpn', '/usr/sbin')
    await carries()
    await applied(shop2)
  })

  it('looks after its tunnels while a daemon of FRR does not start, and reports it', async () => {
    const [agent = 0] = shop2.device.pids('cli.ts')
    const within = (...command: string[]) => execFileSync('nsenter', ['-t', String(agent), '-m', ...command])
    instead('bgpd', 'echo "cannot go on"\nexit 1')
    // Other agents have the same program, so only this one sees another in its place.
    within('mount', '--bind', own('bgpd'), '/usr/lib/frr/bgpd')
    for (const pid of shop2.device.pids('/usr/lib/frr/bgpd ')) process.kill(pid, 'SIGKILL')
    await reportsError(shop2, /FRR does not stay as it should be: .*cannot go on/)
    expect(await stateOf(shop2)).toBe('failed')
    const before = shop2.device.tunnels()
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => {
      expect(shop2.device.tunnels()).toHaveLength(before.length)
      expect(shop2.device.tunnels()).not.toEqual(before)
    }, 60_000)
    within('umount', '/usr/lib/frr/bgpd')
    await carries()
    await applied(shop2)
  })

  it(`comes back with one of two configurations, whole, wherever its agent is killed (${ROUNDS} rounds)`, {
    timeout: 60_000 + ROUNDS * 30_000,
  }, async () => {
    const root = join(hub.state, 'etc')
    const places = { root, run: hub.run }
    const secrets = createSecrets({ ...places, trust: () => null, key: '', verifyLogin: [] })
    const store = fileStore(join(hub.state, 'config.json'))
    const desired = () => testbed.world.db.account(testbed.owner.account_id, 'read', (db) => documentOf(db, hub.router_name))
    const away = (what: 'add' | 'del') => hub.device.in('ip', 'route', what, 'prohibit', '198.51.100.1')
    let olds = 0
    for (let round = 0; round < ROUNDS; round++) {
      await applied(hub)
      const before = await desired()
      // Prefixes change FRR and the files of hardware members, DNS servers those of software members.
      if (round % 3 === 2) await testbed.set('dns', { network_number, dns: [`10.9.9.${round + 1}`] })
      else await prefixes(shop2, round % 2 === 0 ? 3 : 2)
      const allowed = [before?.hash, (await desired())?.hash]
      await passes(Math.random() * 900)
      await hub.stop('SIGKILL')
      await away('add')
      hub.start()
      const hash = await vi.waitFor(
        async () => {
          const { applied: confirmed, pending } = await store.load()
          if (pending?.phase === 'applying') throw new Error('it is not decided yet')
          const entry = pending?.entry ?? confirmed
          const files = treeOf(entry ? render(entry.document, places) : [])
          expect(await managed(root)).toEqual(files)
          const sockets = join(hub.run, 'frr')
          const shown = await hub.device.in('vtysh', '--vty_socket', sockets, '--config_dir', sockets, '-c', 'show running-config')
          expect(frrDifference(shown, files.get(join(root, 'frr.conf')) ?? '')).toBe('')
          const prints = [...files].filter(([path]) => path.endsWith('.conf') && path.includes('/openvpn/'))
          const wanted = await Promise.all(prints.map(async ([, config]) => fingerprint(config, await secrets.of(network_number))))
          const run = hub.device.tunnels().map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2))
          expect(run).toHaveLength(wanted.length)
          expect(new Set(run)).toEqual(new Set(wanted))
          return entry?.hash
        },
        { timeout: 30_000, interval: 100 },
      )
      expect(allowed).toContain(hash)
      if (hash === before?.hash) olds += 1
      await away('del')
    }
    console.info(`killed ${ROUNDS} times: ${olds} came back with the former configuration, ${ROUNDS - olds} with the next`)
    await applied(hub)
    await carries()
  })

  it('has its tunnels again without the controller after a power failure that damaged its state', async () => {
    const { state, device } = shop1
    const STATE = ['device.key', 'credential', 'trust.json', 'config.json']
    const before = STATE.map((name) => readFileSync(join(state, name), 'utf8'))
    testbed.unplug()
    await shop1.stop('SIGKILL')
    for (const pid of device.tunnels()) process.kill(pid, 'SIGKILL')
    for (const [i, name] of STATE.entries()) truncateSync(join(state, name), i % 2 === 0 ? 20 : 0)
    shop1.start()
    await carries()
    expect(STATE.map((name) => readFileSync(join(state, name), 'utf8'))).toEqual(before)
    for (const name of STATE) expect(shop1.log()).toContain(`${join(state, name)} cannot be used: its copy takes its place`)
    await testbed.plug()
    await testbed.connected(shop1)
  })

  it('is not let in after it was removed, and neither is its copy', async () => {
    const copy = await testbed.claiming(shop1.router_name, 7)
    for (const name of ['device.key', 'credential', 'trust.json', 'config.json', 'etc'])
      cpSync(join(shop1.state, name), join(copy.state, name), { recursive: true })
    // The copy is noticed: the two devices keep taking each other's place.
    copy.start()
    await vi.waitFor(() => expect(`${shop1.log()}${copy.log()}`).toContain('a newer connection of this device'), 60_000)
    await copy.stop('SIGKILL')
    await testbed.call(contract.network.remove_member, { network_number, router_name: shop1.router_name })
    await unreached(shop2.host, shop1.lan)
    // The copy's tunnel has no agent any more, and keeps dialling.
    await applied(hub)
    const sections = () => copy.said('center').split('Initialization Sequence Completed').length
    const before = sections()
    await passes(5000)
    expect(sections()).toBe(before)
    expect(await copy.host.does('ping', '-c', '1', '-W', '1', shop2.lan)).toBe(false)
  })

  it('is let in after it was given back and activated again, but not with its former certificate', async () => {
    const [copy] = testbed.members.slice(-1) as [Member]
    const { router_name } = shop1
    await shop1.stop()
    const anew = await testbed.anew(shop1, 8)
    await testbed.call(contract.network.add_member, { network_number, router_name, member_type: 'point' })
    await testbed.lans(network_number, anew)
    // The copy has only the former configuration and the old key, and dials before the device has its new key.
    copy.start()
    await vi.waitFor(() => expect(hub.said('hardware')).toMatch(/VERIFY CRL.* is revoked/), 60_000)
    anew.start()
    await reached(anew.host, shop2.lan)
    expect(await copy.host.does('ping', '-c', '1', '-W', '1', shop2.lan)).toBe(false)
  })
})

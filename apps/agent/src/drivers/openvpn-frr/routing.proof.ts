import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addNamespace, endProcess, type Namespace, sweep, whyNot } from '../../../test/network/namespaces.ts'
import { createRouting, type Routing } from './routing.ts'
import { runProgram } from './run-program.ts'

const FRR = '/usr/lib/frr'
const CONFIG = `frr defaults traditional
hostname SN1
service integrated-vtysh-config
!
ip prefix-list PL-OWN seq 5 permit 10.7.0.0/24
!
route-map RM-OUT permit 10
 match ip address prefix-list PL-OWN
exit
!
router bgp 4200000001
 no bgp default ipv4-unicast
 neighbor 10.128.0.1 remote-as external
 neighbor 10.128.0.1 timers connect 10
 !
 address-family ipv4 unicast
  network 10.7.0.0/24
  neighbor 10.128.0.1 activate
  neighbor 10.128.0.1 route-map RM-OUT out
 exit-address-family
exit
!
bfd
 profile rough
  detect-multiplier 8
 exit
exit
!
`
const WHOLE = /neighbor 10.128.0.1 timers connect 10[^]*ip prefix-list PL-OWN seq 5 permit 10.7.0.0.24[^]*route-map RM-OUT permit 10/

// Real daemons, which are started in a namespace by scripts, so that a test can have one of them fail.
describe.skipIf(whyNot())('FRR', { timeout: 300_000 }, () => {
  let namespace: Namespace
  let home: string
  let routing: Routing
  let time = 0
  const warnings: string[] = []
  const at = (...names: string[]) => join(home, ...names)

  beforeAll(async () => {
    sweep()
    namespace = await addNamespace('frr')
  })
  afterAll(() => sweep())
  beforeEach(async () => {
    // A socket's path may have at most 107 characters, and the user frr passes through this folder.
    home = mkdtempSync('/tmp/weft-frr-')
    chmodSync(home, 0o711)
    for (const folder of ['run', 'daemons', 'bin']) mkdirSync(at(folder), { mode: 0o711 })
    for (const name of ['zebra', 'bgpd', 'bfdd']) works(name)
    symlinkSync(join(FRR, 'frr-reload.py'), at('daemons', 'frr-reload.py'))
    writeFileSync(at('frr.conf'), CONFIG)
    vi.stubEnv('PATH', `${at('bin')}:${process.env.PATH}`)
    time = 0
    warnings.length = 0
    routing = createRouting({
      root: home,
      run: at('run'),
      daemons: at('daemons'),
      log: { info: () => {}, warn: (line) => void warnings.push(line) },
      now: () => time,
    })
    await routing.load()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await routing.stop()
    rmSync(home, { recursive: true })
  })

  function script(path: string, text: string): void {
    rmSync(path, { force: true })
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  const works = (name: string) => script(at('daemons', name), `exec ip netns exec ${namespace.name} ${FRR}/${name} "$@"`)
  const vtysh = (...args: string[]) =>
    runProgram('/usr/bin/vtysh', ['--vty_socket', at('run', 'frr'), '--config_dir', at('run', 'frr'), ...args])
  /** Returns the configuration of bgpd alone: zebra has the same lists and maps. */
  const runs = () => vtysh('-d', 'bgpd', '-c', 'show running-config')
  const pidOf = (name: string) => namespace.pids(`${FRR}/${name} `)[0] ?? 0
  async function kill(name: string): Promise<void> {
    const pid = pidOf(name)
    endProcess(pid)
    await vi.waitFor(() => expect(namespace.pids(`${FRR}/${name} `)).not.toContain(pid), 30_000)
  }
  /** Lets seconds pass, with a beat in each. @returns what the beats threw */
  async function beats(seconds: number): Promise<string[]> {
    const thrown: string[] = []
    for (let second = 0; second < seconds; second++) {
      await routing.beat().catch((error: Error) => thrown.push(error.message))
      time += 1000
    }
    return thrown
  }

  it('has its configuration again after bgpd ended, although it could not be loaded at first', async () => {
    await kill('bgpd')
    script(
      at('bin', 'vtysh'),
      'case " $* " in *" -f "*|*" show running-config "*) echo "no answer" >&2; exit 1 ;; esac\nexec /usr/bin/vtysh "$@"',
    )
    expect(await beats(1)).toEqual([expect.stringContaining('no answer')])
    expect(await runs()).not.toContain('10.128.0.1')
    rmSync(at('bin', 'vtysh'))
    await beats(3)
    expect(await runs()).toMatch(WHOLE)
    expect(await beats(1)).toEqual([])
    expect(routing.fault()).toBeUndefined()
  })

  it('has its configuration again within half a minute after something removed a part of it, and the log says so once', async () => {
    await vtysh('-c', 'configure terminal', '-c', 'no router bgp 4200000001')
    await beats(31)
    expect(await runs()).toMatch(WHOLE)
    await beats(60)
    expect(warnings).toEqual(['FRR does not run its whole configuration, which is loaded again'])
  })

  it('keeps leading traffic past a neighbour when it is loaded again, until that ends', async () => {
    await routing.part('4200000001', '10.128.0.1', true)
    await routing.load()
    await beats(31)
    expect(await runs()).toContain('neighbor 10.128.0.1 shutdown')
    await routing.part('4200000001', '10.128.0.1', false)
    expect(await runs()).not.toContain('shutdown')
    await routing.drain('4200000001', true)
    await routing.load()
    expect(await runs()).toContain('bgp graceful-shutdown')
    await routing.drain('4200000001', false)
    expect(await runs()).not.toContain('shutdown')
    expect(warnings).toEqual([])
  })

  it('leads traffic past a neighbour no longer, within half a minute, if the command that ends it fails', async () => {
    await routing.part('4200000001', '10.128.0.1', true)
    script(at('bin', 'vtysh'), 'echo "no answer" >&2; exit 1')
    await expect(routing.part('4200000001', '10.128.0.1', false)).rejects.toThrow('no answer')
    rmSync(at('bin', 'vtysh'))
    await beats(31)
    expect(await runs()).not.toContain('shutdown')
  })

  it('is started less and less often while a daemon does not start, says why, and runs again once it does', async () => {
    script(at('daemons', 'bgpd'), `echo once >>${at('count')}\necho "cannot go on"\nexit 1`)
    await kill('bgpd')
    const thrown = await beats(120)
    expect(thrown).toEqual(Array.from({ length: 120 }, () => expect.stringMatching(/bgpd of FRR ended at once: .*cannot go on/)))
    // After 0, 1, 3, 7, 15, 31 and 63 seconds.
    expect(readFileSync(at('count'), 'utf8').split('\n').slice(0, -1)).toHaveLength(7)
    expect(routing.fault()).toMatch(/FRR does not stay as it should be: bgpd of FRR ended at once: .*cannot go on/)
    works('bgpd')
    await beats(60)
    expect(await runs()).toMatch(WHOLE)
    expect(routing.fault()).toBeUndefined()
  })

  it('is started less and less often while a daemon ends soon after each start, and says so', async () => {
    for (let second = 0; second < 40; second++) {
      if (pidOf('bgpd') !== 0) await kill('bgpd')
      await beats(1)
    }
    expect(warnings.filter((line) => line.startsWith('bgpd of FRR has ended'))).toHaveLength(6)
    expect(routing.fault()).toMatch(/FRR does not stay as it should be: bgpd of FRR has ended/)
    await beats(60)
    expect(routing.fault()).toBeUndefined()
  })

  it('waits for a daemon that takes longer to start than an attempt does, and then loads its configuration', async () => {
    script(at('daemons', 'bgpd'), `while [ ! -e ${at('go')} ]; do sleep 0.1; done\nexec ip netns exec ${namespace.name} ${FRR}/bgpd "$@"`)
    await kill('bgpd')
    expect(await beats(1)).toEqual([expect.stringMatching(/bgpd of FRR does not answer/)])
    writeFileSync(at('go'), '')
    await vi.waitFor(() => expect(existsSync(at('run', 'frr', 'bgpd.vty'))).toBe(true), 60_000)
    await beats(3)
    expect(await runs()).toMatch(WHOLE)
    expect(namespace.pids(`${FRR}/bgpd `)).toHaveLength(1)
  })
})

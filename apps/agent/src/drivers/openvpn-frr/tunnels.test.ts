import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Log } from '../../log.ts'
import { runningWith } from './running.ts'
import { createTunnels, type Tunnels } from './tunnels.ts'
import { eventually } from '../../../../server/test/eventually.ts'

const silent: Log = { info: () => {}, warn: () => {} }
const NAME = '1000000001-center-HQ'
const CONFIG = 'remote 203.0.113.9 40001\n'

let home: string
let tunnels: Tunnels
/** The own address by which the other end is reached. */
let towards: string | undefined
/** Called whenever the tunnels ask for it. */
let asking: () => Promise<void>
/** How often a tunnel came up or went down. */
let changes = 0
beforeEach(() => {
  asking = async () => {}
  changes = 0
  towards = '192.0.2.7'
  home = mkdtempSync(join(tmpdir(), 'weft-tunnels-'))
  for (const folder of ['openvpn', 'run']) mkdirSync(join(home, folder))
  writeFileSync(join(home, 'openvpn', `${NAME}.conf`), CONFIG)
})
afterEach(async () => {
  await tunnels.stop(NAME)
  rmSync(home, { recursive: true })
})

/** Runs a program of Node in place of OpenVPN, because the end of a real one cannot be timed. */
function runs(program: string): void {
  const openvpn = join(home, 'openvpn.mjs')
  writeFileSync(openvpn, `#!${process.execPath}\n${program}`)
  chmodSync(openvpn, 0o755)
  const login = () => ({ username: '', password: '' })
  const addresses = {
    async towards() {
      await asking()
      return towards
    },
  }
  tunnels = createTunnels({
    configs: join(home, 'openvpn'),
    run: join(home, 'run'),
    openvpn,
    login,
    addresses,
    log: silent,
    changed: () => (changes += 1),
  })
}
/** Returns a program whose management interface answers every command, after it did `each` with it. */
const answering = (each: string) => `
  import { createServer } from 'node:net'
  import { rmSync } from 'node:fs'
  const path = ${JSON.stringify(join(home, 'run', `${NAME}.sock`))}
  rmSync(path, { force: true })
  createServer((socket) => socket.on('data', (text) => {
    for (const command of String(text).split('\\n').filter(Boolean)) {
      ${each}
      socket.write(command === 'state' ? 'END\\n' : 'SUCCESS\\n')
    }
  })).listen(path)`

it('a tunnel counts as started if its center refuses it at once, and is dialled again', async () => {
  runs(answering(`if (command === 'hold off') process.exit(1)`))
  await tunnels.start(NAME, CONFIG, 'first')
  await eventually(() => expect(tunnels.running().size).toBe(0))
  await tunnels.beat()
  await eventually(() => expect(tunnels.running().get(NAME)).toBe('first'))
})

it('a tunnel whose program ends before it accepts commands did not start', async () => {
  runs(`console.log('Options error: no such option'); process.exit(1)`)
  await expect(tunnels.start(NAME, CONFIG, 'first')).rejects.toThrow('Options error: no such option')
})

/** Returns the ids of the processes of the tunnel. */
const processes = () => runningWith((argument) => argument === join(home, 'openvpn', `${NAME}.conf`)).map(({ pid }) => pid)
/** Watches the tunnels as often as it can until the work is done: the beats of an agent may fall into any moment of it. */
async function watchedMeanwhile(work: Promise<void>): Promise<void> {
  let over = false
  const done = work.finally(() => (over = true))
  while (!over) {
    await tunnels.beat()
    await setImmediate()
  }
  await done
}

it('a tunnel that is started or restarted while it is watched has one process afterwards', async () => {
  runs(answering(''))
  await watchedMeanwhile(tunnels.start(NAME, CONFIG, 'first'))
  const started = processes()
  expect(started).toHaveLength(1)
  await watchedMeanwhile(tunnels.respawn())
  expect(processes()).toHaveLength(1)
  expect(processes()).not.toEqual(started)
})

it('a tunnel that is started while its process runs with another configuration has one process afterwards', async () => {
  runs(answering(''))
  await tunnels.start(NAME, CONFIG, 'first')
  await tunnels.start(NAME, CONFIG, 'second')
  expect([...tunnels.running().values()]).toEqual(['second'])
  expect(processes()).toHaveLength(1)
})

let seconds = 0
/**
 * Starts a tunnel in one state of OpenVPN, and stops the clock. The tunnel's OpenVPN sends each line of the file `news` to the agent.
 * @returns a function that counts the signals that were sent to it
 */
async function tunnelIn(state: string): Promise<() => number> {
  const heard = join(home, 'heard')
  writeFileSync(heard, '')
  runs(
    answering(`
      appendFileSync(${JSON.stringify(heard)}, command + '\\n')
      if (command === 'state') {
        socket.write('1800000000,${state},,,,,,\\n')
        const news = ${JSON.stringify(join(home, 'news'))}
        setInterval(() => {
          if (!existsSync(news)) return
          socket.write(readFileSync(news))
          rmSync(news)
        }, 5)
      }`).replace('{ rmSync }', '{ appendFileSync, existsSync, readFileSync, rmSync }'),
  )
  await tunnels.start(NAME, CONFIG, 'first')
  const began = performance.now()
  seconds = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + seconds * 1000)
  onTestFinished(() => clock.mockRestore())
  return () => readFileSync(heard, 'utf8').split('signal SIGHUP').length - 1
}
/** Advances the clock by a second before each beat. */
async function beats(...sources: readonly (string | undefined)[]): Promise<void> {
  for (towards of sources) {
    seconds += 1
    await tunnels.beat()
  }
}

it.each(['RECONNECTING', 'WAIT'])('a tunnel that is down (%s) dials at once when there is a way to its other end', async (state) => {
  towards = undefined
  const signals = await tunnelIn(state)
  await beats(undefined, undefined)
  expect(signals()).toBe(0)
  await beats('192.0.2.7', '192.0.2.7')
  expect(signals()).toBe(1)
  seconds += 10
  await beats('192.0.2.8', '192.0.2.8')
  expect(signals()).toBe(2)
  seconds += 10
  await beats(undefined, '192.0.2.8', '192.0.2.8')
  expect(signals()).toBe(3)
})

it.each(['CONNECTED', 'AUTH', 'GET_CONFIG'])(
  'a tunnel whose other end answers (%s) is not disturbed, however the ways change',
  async (state) => {
    const signals = await tunnelIn(state)
    await beats('192.0.2.7', undefined, '192.0.2.8', '192.0.2.7')
    expect(signals()).toBe(0)
  },
)

it('a tunnel is made to dial at most once in ten seconds, however often its way changes, and then by the last one', async () => {
  const signals = await tunnelIn('RECONNECTING')
  await beats('192.0.2.7')
  await beats(...Array.from({ length: 5 }, () => ['192.0.2.8', '192.0.2.7']).flat())
  expect(signals()).toBe(1)
  await beats('192.0.2.7', '192.0.2.7')
  expect(signals()).toBe(2)
})

it('a tunnel whose other end answers while its way is asked for is not disturbed', async () => {
  const signals = await tunnelIn('WAIT')
  await beats('192.0.2.7')
  asking = async () => {
    writeFileSync(join(home, 'written'), '>STATE:1800000001,CONNECTED,SUCCESS,100.64.0.2,203.0.113.9,40001,,\n')
    renameSync(join(home, 'written'), join(home, 'news'))
    await eventually(() => expect(changes).toBe(1))
  }
  await beats('192.0.2.8')
  expect(signals()).toBe(0)
})

it('a tunnel whose file is another than the one it runs with is not made to read it', async () => {
  const signals = await tunnelIn('RECONNECTING')
  await beats('192.0.2.7')
  writeFileSync(join(home, 'openvpn', `${NAME}.conf`), 'remote 203.0.113.10 40001\n')
  await beats('192.0.2.8')
  expect(signals()).toBe(0)
})

it('a tunnel whose program ends at once is started less and less often, and is at fault until it has run for a while', async () => {
  await tunnelIn('RECONNECTING')
  const [openvpn, count, started] = [join(home, 'openvpn.mjs'), join(home, 'count'), readFileSync(join(home, 'openvpn.mjs'), 'utf8')]
  writeFileSync(openvpn, `#!/bin/sh\necho once >>${count}\nexit 1\n`)
  for (const pid of processes()) process.kill(pid, 'SIGKILL')
  const faults: (string | undefined)[] = []
  for (let second = 0; second < 40; second++) {
    await eventually(() => expect(processes()).toEqual([]))
    await beats(undefined)
    faults.push(tunnels.fault())
  }
  // After 1, 2, 4, 8, 16 and 32 seconds.
  await eventually(() => expect(readFileSync(count, 'utf8').split('\n').slice(0, -1)).toHaveLength(6))
  expect(faults.slice(5).every((fault) => fault?.includes('ends again and again'))).toBe(true)
  writeFileSync(openvpn, started)
  await beats(...Array.from({ length: 30 }, () => undefined))
  expect(processes()).toHaveLength(1)
  expect(tunnels.fault()).toMatch('ends again and again')
  await beats(...Array.from({ length: 16 }, () => undefined))
  expect(tunnels.fault()).toBeUndefined()
})

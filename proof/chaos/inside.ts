/** Runs the faults inside the namespace that proof/chaos.ts makes. Arguments: the folder of the site, and the names of the faults. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { seedAccount, seedSessions } from '../../bench/data.ts'
import type { Finding } from '../proof.ts'
import { openJournal } from '../survive/journal.ts'
import { startClients } from './clients.ts'
import { startCrowd } from './crowd.ts'
import { questions, type Stage } from './questions.ts'
import { ROWS } from './rows.ts'
import { seedCrowd } from './seed.ts'
import { startSite } from './site.ts'
import { eventually, reasonOf } from './wait.ts'

const CLIENTS = 12
/** Sessions of each client, because one alone may not make enough calls. */
const SESSIONS = 10
/** How many times the bound a busy machine may need. Above it the row fails. */
const BUSY = 4

const [dir = '', ...names] = process.argv.slice(2)
const began = performance.now()
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`)

execFileSync('ip', ['link', 'set', 'lo', 'up'])
execFileSync('mount', ['--bind', join(dir, 'hosts'), '/etc/hosts'])
execFileSync('sh', [
  '-c',
  `grep -oE '^10\\.[0-9.]+' ${join(dir, 'hosts')} | sort -u | while read -r a; do ip address add "$a/32" dev lo; done`,
])

const findings: Finding[] = []
const table: string[][] = []
const site = await startSite(dir)
try {
  say('the site runs: etcd ×3, Patroni ×2, haproxy ×4, three servers')
  const database = site.cluster.url('postgres', (await site.cluster.primary())!)
  const account = await seedCrowd(database, site.console)
  const people: string[][] = []
  for (let i = 0; i < CLIENTS; i++) {
    const client = await seedAccount(database, `client${i}`, { members: 0, networks: 0 })
    people.push(await seedSessions(database, client, SESSIONS))
  }
  const journal = openJournal(join(dir, 'journal'))
  const crowd = startCrowd(site.agents, account.members)
  const clients = startClients(site.console, people, journal)
  const stage: Stage = { site, crowd, clients, journal, ...account }
  try {
    const connected = await eventually('all members are connected', 180, () => crowd.connected() === crowd.size)
    say(`all ${crowd.size} members are connected after ${connected.toFixed(1)} s`)
    const settled = await questions(stage, new Date(8.64e15))
    findings.push({ what: 'the site before any fault', failures: settled })
    for (const row of ROWS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const failures: string[] = []
      const [{ now }] = (await site.cluster.query<{ now: Date }>('select clock_timestamp() as now')) as [{ now: Date }]
      const since = performance.now()
      const load = loadavg()[0]!.toFixed(1)
      let measured = ''
      let seconds: number | undefined
      try {
        const outcome = await row.run(stage)
        ;({ measured, seconds } = outcome)
        failures.push(...(outcome.wrong ?? []))
        await clients.nextWrite()
      } catch (error) {
        failures.push(reasonOf(error as Error))
      }
      const gap = clients.longestGap(since) / 1000
      failures.push(...(await questions(stage, now)))
      const errors = [...clients.errors(since)]
      const failed = errors.reduce((sum, [, times]) => sum + times, 0)
      if (failed > (row.errors ?? 0)) failures.push(...errors.map(([what, times]) => `answered ${times} times: ${what}`))
      if (row.bound && seconds !== undefined && seconds > row.bound.seconds * BUSY)
        failures.push(`${seconds.toFixed(1)} s ${row.bound.of}, and not ${row.bound.seconds}`)
      const facts = [
        seconds === undefined ? '–' : seconds.toFixed(1),
        row.bound ? `≤ ${row.bound.seconds} ${row.bound.of}` : '–',
        `${gap.toFixed(1)} s`,
        `${clients.toldToWait(since)}`,
        `${failed}`,
        load,
      ]
      table.push([row.name, ...facts, failures.length === 0 ? '✓' : `✗ ${failures.length}`])
      say(
        `${row.name}: ${measured}; longest time without a write ${gap.toFixed(1)} s; ${clients.toldToWait(since)} told to wait, ${failed} errors`,
      )
      for (const failure of failures.slice(0, 20)) say(`  ${failure}`)
      findings.push({ what: `${row.name}: ${row.what}`, failures })
    }
    say(`${journal.count()} acknowledged writes in all`)
  } finally {
    await clients.stop()
    await crowd.stop()
  }
} finally {
  await site.close()
}
print(table)
writeFileSync(join(dir, 'findings.json'), JSON.stringify(findings))

function print(rows: readonly string[][]): void {
  const head = ['fault', 'seconds', 'bound', 'longest without a write', 'told to wait', 'errors', 'load', '']
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  console.log()
  for (const row of all)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
}

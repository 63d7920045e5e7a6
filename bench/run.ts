/** Runs the benches named as arguments, or all of them, one after another, and ends with one table; `compare COMMIT NAME…` runs them on two commits. */
import { availableParallelism, loadavg } from 'node:os'
import { accessControl } from './access-control.bench.ts'
import { alerts } from './alerts.bench.ts'
import { bus } from './bus.bench.ts'
import { charts } from './charts.bench.ts'
import { compareWith, UNKNOWN_BENCH } from './compare.ts'
import { compiling } from './compile.bench.ts'
import { directory } from './directory.bench.ts'
import { type Bench, FAILED, type Figure } from './figure.ts'
import { flakes } from './flakes.bench.ts'
import { linkList } from './link-list.bench.ts'
import { linkQuality } from './link-quality.bench.ts'
import { lists } from './lists.bench.ts'
import { logs } from './logs.bench.ts'
import { memberLists } from './member-lists.bench.ts'
import { liveTraffic } from './live-traffic.bench.ts'
import { members } from './members.bench.ts'
import { networkChanges } from './network-changes.bench.ts'
import { overview } from './overview.bench.ts'
import { pages } from './pages.bench.ts'
import { postgres } from './postgres.bench.ts'
import { records } from './records.bench.ts'
import { regions } from './regions.bench.ts'
import { rest } from './rest.bench.ts'
import { restart } from './restart.bench.ts'
import { servers } from './servers.bench.ts'
import { signIn } from './sign-in.bench.ts'
import { spreadsheets } from './spreadsheets.bench.ts'
import { start } from './start.bench.ts'
import { tableOf } from './table.ts'
import { telemetry } from './telemetry.bench.ts'
import { tickets } from './tickets.bench.ts'
import { topology } from './topology.bench.ts'
import { tunnels } from './tunnels.bench.ts'
import { verdictOf } from './verdict.bench.ts'

const benches: Record<string, Bench> = {
  lists,
  servers,
  logs,
  records,
  'member-lists': memberLists,
  verdict: verdictOf,
  'access-control': accessControl,
  'sign-in': signIn,
  rest,
  restart,
  members,
  spreadsheets,
  postgres,
  directory,
  telemetry,
  'link-quality': linkQuality,
  'link-list': linkList,
  bus,
  regions,
  'live-traffic': liveTraffic,
  'network-changes': networkChanges,
  compile: compiling,
  tickets,
  overview,
  pages,
  alerts,
  charts,
  topology,
  tunnels,
  start,
}
/** Benches that take hours, so they run only if named. */
const long: Record<string, Bench> = { flakes }

const [command, commit, ...compared] = process.argv.slice(2)
const comparing = command === 'compare'
const asked = comparing ? compared : process.argv.slice(2)
const all = { ...benches, ...long }
const unknown = asked.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}`)
  process.exit(UNKNOWN_BENCH)
}
if (comparing) {
  if (commit === undefined || asked.length === 0) {
    console.error('usage: npm run bench -- compare COMMIT NAME…')
    process.exit(UNKNOWN_BENCH)
  }
  // The exit code 1 says that something became worse.
  process.exit(
    await compareWith(commit, asked).catch((error: Error) => {
      console.error(error.message)
      return 2
    }),
  )
}

const figures: Figure[] = []
for (const [name, bench] of Object.entries(asked.length > 0 ? all : benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  // The load of the machine decides how much the figures are worth.
  console.log(`${name} … (${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)})`)
  try {
    figures.push(...(await bench((line) => console.log(`  ${line}`))))
  } catch (error) {
    console.error(error)
    figures.push({ what: name, target: '', measured: FAILED, ok: false })
  }
}

console.log(`\n${tableOf(figures).join('\n')}`)
process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1

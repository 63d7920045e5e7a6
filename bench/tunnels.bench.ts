import { type Bench, atLeast, atMost } from './figure.ts'
import { run } from './child.ts'

const MINUTES = 12

/** Measures real tunnels between namespaces, as the proof `tunnels` makes them; needs root and its tools. */
export const tunnels: Bench = async (say) => {
  const args = ['run', '--project', 'proof', 'apps/agent/test/network/figures.proof.ts', '--retry', '0']
  const child = run('node_modules/.bin/vitest', args, { env: { WEFT_FIGURES: '1' } })
  await child.says(/Duration/, MINUTES * 60)
  const figures = new Map([...child.output().matchAll(/^FIGURE (\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]))
  const of = (name: string) => figures.get(name) ?? Number.NaN
  say(`network/create and 20 prefixes: ${of('saving').toFixed(2)} s; through a tunnel: ${of('throughput').toFixed(0)} Mbit/s`)
  return [
    atMost('twenty branches, two centers: saved until every branch has all routes', 10, of('branches'), 's'),
    atMost('a new prefix, saved until packets come: the middle one of three', 1, of('prefix'), 's'),
    atMost('a center of twenty branches, switched on until all reach it', 10, of('center-reboot'), 's'),
    atMost('a branch, switched on while the controller is away, until packets pass', 15, of('branch-reboot'), 's'),
    atMost('an idle agent with what it calls: of one core', 0.5, of('idle-core'), '%'),
    atMost('an idle agent: resident', 60, of('idle-memory'), 'MB'),
    atLeast('through a tunnel, against the same OpenVPN started by hand', 0.95, of('throughput-share'), '×'),
  ]
}

/** What only one of the two says: FRR's own lines, what the kernel is told elsewhere, and values that FRR has by itself. */
const SAID_BY_ONE =
  /^(!|exit\b|end$|frr (version|defaults) |hostname |service integrated|no ip(v6)? forwarding$|Building |Current |detect-multiplier 3$|(transmit|receive)-interval 300$)/

/** A line with the lines that it stands below, such as `router bgp 1` and `address-family ipv4 unicast`. */
interface Line {
  within: readonly string[]
  text: string
}
const keyOf = ({ within, text }: Line) => [...within, text].join('\n')

function linesOf(config: string): Map<string, Line> {
  const open: { indent: number; text: string }[] = []
  const lines = new Map<string, Line>()
  for (const raw of config.split('\n')) {
    const text = raw.trim()
    if (text === '' || SAID_BY_ONE.test(text)) continue
    const indent = raw.length - raw.trimStart().length
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const line = { within: open.map((one) => one.text), text }
    lines.set(keyOf(line), line)
    open.push({ indent, text })
  }
  return lines
}

/** What comes and goes by itself: `no` before it takes it away, and nothing else with it. */
const ALONE = /^(ip prefix-list|bgp large-community-list|route-map|match|set|network|redistribute|neighbor) /
const neighbourOf = ({ text }: Line) => /^neighbor (\S+) /.exec(text)?.[1]
/** Of lines with the same place there is one only, and a new one takes the place of the old one, so that none is missing meanwhile. */
const placeOf = ({ within, text }: Line) =>
  [...within, text.replace(/^((ip prefix-list \S+ seq \d+|match|set \S+) ).*|^(neighbor \S+ route-map ).* (in|out)$/, '$1$3$4')].join('\n')

/**
 * The commands, as `vtysh -f` reads them, that bring running daemons to a file: lists, maps, prefixes and neighbours that come or go.
 * @returns an empty text when nothing differs; undefined when something differs that these commands cannot bring about
 */
export function frrDifference(running: string, wanted: string): string | undefined {
  const [then, now] = [linesOf(running), linesOf(wanted)]
  const gone = [...then].filter(([key]) => !now.has(key)).map(([, line]) => line)
  const come = [...now].filter(([key]) => !then.has(key)).map(([, line]) => line)

  // A line goes with the one that it stands below, and everything of a neighbour with the neighbour.
  const keys = new Set(gone.map(keyOf))
  const places = new Set(come.map(placeOf))
  const left = gone.filter(({ text }) => /^neighbor \S+ remote-as /.test(text))
  const others = new Set(left.map(neighbourOf))
  const single = gone.filter((line) => !keys.has(line.within.join('\n')) && !others.has(neighbourOf(line)) && !places.has(placeOf(line)))
  if (![...single, ...come].every(({ text }) => ALONE.test(text))) return undefined
  return [
    ...left.map((line) => ({ ...line, text: `no neighbor ${neighbourOf(line)}` })),
    // What is used goes after what uses it.
    ...single.toReversed().map((line) => ({ ...line, text: `no ${line.text}` })),
    ...come,
  ]
    .flatMap(({ within, text }) => [...within, text, ...within.map(() => 'exit')].map((line) => `${line}\n`))
    .join('')
}

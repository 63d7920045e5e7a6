/** Lines that only one of the two texts has: FRR's own lines, kernel settings made elsewhere, and default values of FRR. */
const SAID_BY_ONE =
  /^(!|exit\b|end$|frr (version|defaults) |hostname |service integrated|no ip(v6)? forwarding$|Building |Current |detect-multiplier 3$|(transmit|receive)-interval 300$)/

/** The BFD profile of a neighbour is the guard's choice (bfd-guard.ts), whichever the file names. */
const CHOSEN_PROFILE = /^(neighbor \S+ bfd profile) \S+$/

/** A line with the lines that it is nested in, such as `router bgp 1` and `address-family ipv4 unicast`. */
interface Line {
  within: readonly string[]
  text: string
}
const keyOf = ({ within, text }: Line) => [...within, text.replace(CHOSEN_PROFILE, '$1')].join('\n')

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

/** Lines that are added and removed by themselves: `no` before the line removes it and nothing else. */
const ALONE = /^(ip prefix-list|bgp large-community-list|route-map|match|set|network|redistribute|neighbor) /
const neighbourOf = ({ text }: Line) => /^neighbor (\S+) /.exec(text)?.[1]
/** Returns a line's place. Only one line can have it: a new line replaces the old one directly, so that none is missing meanwhile. */
const placeOf = ({ within, text }: Line) =>
  [...within, text.replace(/^((ip prefix-list \S+ seq \d+|match|set \S+) ).*|^(neighbor \S+ route-map ).* (in|out)$/, '$1$3$4')].join('\n')

/**
 * Returns the commands, as `vtysh -f` reads them, that make running daemons match a file: they add or remove lists, maps, prefixes and
 * neighbours.
 * @returns an empty text if nothing differs; undefined if something differs that these commands cannot change
 */
export function frrDifference(running: string, wanted: string): string | undefined {
  const [then, now] = [linesOf(running), linesOf(wanted)]
  const gone = [...then].filter(([key]) => !now.has(key)).map(([, line]) => line)
  const come = [...now].filter(([key]) => !then.has(key)).map(([, line]) => line)

  // A line is removed with the line that it is nested in, and all lines of a neighbour with the neighbour.
  const keys = new Set(gone.map(keyOf))
  const places = new Set(come.map(placeOf))
  const left = gone.filter(({ text }) => /^neighbor \S+ remote-as /.test(text))
  const others = new Set(left.map(neighbourOf))
  const single = gone.filter((line) => !keys.has(line.within.join('\n')) && !others.has(neighbourOf(line)) && !places.has(placeOf(line)))
  if (![...single, ...come].every(({ text }) => ALONE.test(text))) return undefined
  return [
    ...left.map((line) => ({ ...line, text: `no neighbor ${neighbourOf(line)}` })),
    // A line is removed after the lines that use it.
    ...single.toReversed().map((line) => ({ ...line, text: `no ${line.text}` })),
    ...come,
  ]
    .flatMap(({ within, text }) => [...within, text, ...within.map(() => 'exit')].map((line) => `${line}\n`))
    .join('')
}

import type { Figure } from './figure.ts'

/** Returns lines of equally wide columns, which are two spaces apart. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the lines with which a run of benches ends. */
export const tableOf = (figures: readonly Figure[]): string[] =>
  inColumns(figures.map(({ ok, what, target, measured }) => [`${ok ? '✓' : '✗'} ${what}`, target, measured]))

/** Reads the figures from the output of a run, of whatever commit: only a row without a target has two columns. */
export const readTable = (output: string): Figure[] =>
  [...output.matchAll(/^([✓✗]) (.+)$/gm)].map(([, mark, line = '']) => {
    const [what = '', ...rest] = line.split(/ {2,}/)
    const measured = rest.at(-1) ?? ''
    return { what, target: rest.length > 1 ? rest[0]! : '', measured, ok: mark === '✓' }
  })

import { appendFileSync } from 'node:fs'

/** What was acknowledged, kept outside of the server and its database. */
export interface Journal {
  /** Notes that the server acknowledged this write. */
  acknowledged(title: string): void
  count(): number
  /** One line for each write that is missing or doubled among the rows that are there. */
  judge(rows: readonly { title: string; count: number }[]): string[]
}

/** @param file that each acknowledgement is appended to at once */
export function openJournal(file: string): Journal {
  const titles = new Set<string>()
  return {
    acknowledged(title) {
      titles.add(title)
      appendFileSync(file, `${title}\n`)
    },
    count: () => titles.size,
    judge(rows) {
      const found = new Map(rows.map(({ title, count }) => [title, count]))
      const missing = [...titles].filter((title) => !found.has(title)).map((title) => `missing: ${title}`)
      const doubled = rows.filter(({ count }) => count > 1).map(({ title, count }) => `written ${count} times: ${title}`)
      return [...missing, ...doubled]
    },
  }
}

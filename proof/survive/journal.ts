import { appendFileSync } from 'node:fs'

/** The acknowledged writes, stored outside of the server and its database. */
export interface Journal {
  /** Records that the server acknowledged this write. */
  acknowledged(title: string): void
  count(): number
  /**
   * Returns one line for each write that the stored rows miss or hold twice.
   * @param first how many of the acknowledged writes must be stored: those that were counted before the rows were read, if writing goes on
   */
  judge(rows: readonly { title: string; count: number }[], first?: number): string[]
}

/** Opens a journal. @param file to which each acknowledgement is appended at once */
export function openJournal(file: string): Journal {
  const titles = new Set<string>()
  return {
    acknowledged(title) {
      titles.add(title)
      appendFileSync(file, `${title}\n`)
    },
    count: () => titles.size,
    judge(rows, first = titles.size) {
      const found = new Map(rows.map(({ title, count }) => [title, count]))
      const missing = [...titles]
        .slice(0, first)
        .filter((title) => !found.has(title))
        .map((title) => `missing: ${title}`)
      const doubled = rows.filter(({ count }) => count > 1).map(({ title, count }) => `written ${count} times: ${title}`)
      return [...missing, ...doubled]
    },
  }
}

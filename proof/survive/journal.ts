import { appendFileSync } from 'node:fs'

/** The acknowledged writes, stored outside of the server and its database. */
export interface Journal {
  /** Records that the server acknowledged this write. */
  acknowledged(title: string): void
  count(): number
  /** Returns one line for each write that the stored rows miss or hold twice. */
  judge(rows: readonly { title: string; count: number }[]): string[]
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
    judge(rows) {
      const found = new Map(rows.map(({ title, count }) => [title, count]))
      const missing = [...titles].filter((title) => !found.has(title)).map((title) => `missing: ${title}`)
      const doubled = rows.filter(({ count }) => count > 1).map(({ title, count }) => `written ${count} times: ${title}`)
      return [...missing, ...doubled]
    },
  }
}

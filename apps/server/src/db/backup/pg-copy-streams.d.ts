declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** Number of rows that COPY has moved, once the stream has ended. */
  type Counted = { rowCount: number }
  export function to(sql: string): Readable & Submittable & Counted
  export function from(sql: string): Writable & Submittable & Counted
}

import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashOf, MemberDocument } from '@weft/member-config'
import { z } from 'zod'

const Entry = z.object({ revision: z.number().int(), hash: z.string(), document: MemberDocument })
export type Entry = z.output<typeof Entry>

const Pending = z.object({
  entry: Entry,
  /** `applying`: the device may run parts of both. `unconfirmed`: it runs this one, until the deadline. */
  phase: z.enum(['applying', 'unconfirmed']),
  /** The start of the device during which the change was made. Files of earlier versions have none: such a change is taken back. */
  boot_id: z.string().default(''),
  /** In seconds since that start, because the time of day may be set meanwhile. */
  deadline: z.number(),
})
export type Pending = z.output<typeof Pending>

const ConfigState = z.object({
  /** The confirmed configuration, to which the device goes back. */
  applied: Entry.nullable(),
  pending: Pending.nullable(),
})
export type ConfigState = z.output<typeof ConfigState>

/** Keeps the state of the configuration beyond the agent's end. A save counts as a whole or not at all. */
export interface ConfigStore {
  load(): Promise<ConfigState>
  save(state: ConfigState): Promise<void>
}

const empty = (): ConfigState => ({ applied: null, pending: null })

/** Returns a store for simulated members, which start empty. */
export function memoryStore(): ConfigStore {
  let state = empty()
  return {
    load: async () => state,
    save: async (next) => {
      state = next
    },
  }
}

/** Returns a store in one file, which is written under another name, flushed and renamed. */
export function fileStore(path: string): ConfigStore {
  return {
    async load() {
      if (!existsSync(path)) return empty()
      const parsed = ConfigState.safeParse(JSON.parse(await readFile(path, 'utf8')))
      // A state of another version, or one that was edited, is not applied: the controller sends the present document.
      if (!parsed.success) return empty()
      const entries = [parsed.data.applied, parsed.data.pending?.entry].filter((entry) => entry != null)
      return entries.every((entry) => hashOf(entry.document) === entry.hash) ? parsed.data : empty()
    },
    async save(state) {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(state))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
      const folder = await open(dirname(path), 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
  }
}

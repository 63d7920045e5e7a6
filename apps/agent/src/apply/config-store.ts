import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashOf, MemberDocument } from '@weft/member-config'
import { z } from 'zod'
import { copyOf, readIfUsable, readTwice } from '../secret-file.ts'

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

/** Returns the state in a text. One of another version, or one that was edited, is not applied: the controller sends the present document. */
function stateIn(text: string): ConfigState | undefined {
  const state = ConfigState.parse(JSON.parse(text))
  const entries = [state.applied, state.pending?.entry].filter((entry) => entry != null)
  return entries.every((entry) => hashOf(entry.document) === entry.hash) ? state : undefined
}

/**
 * Returns the document that a start would run, and leaves the files as they are.
 * @returns undefined while a change is not confirmed, which may be taken back
 * @throws if neither the file nor its copy can be used
 */
export function keptDocument(path: string): MemberDocument | null | undefined {
  const read = (one: string) => readIfUsable(one, stateIn)
  const state = read(path) ?? read(copyOf(path))
  if (state === undefined) throw new Error(`${path} holds no configuration that can be used`)
  return state.pending === null ? (state.applied?.document ?? null) : undefined
}

/** Writes a file under another name, flushes and renames it. Unlike `writeSecret` it does not hold up what the agent measures meanwhile. */
async function writeFlushed(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
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
}

/**
 * Returns a store in one file with a copy. After a power failure the copy may have the state before.
 * @param said is called with a sentence that names a file that cannot be used
 */
export function fileStore(path: string, said: (sentence: string) => void = () => {}): ConfigStore {
  return {
    load: async () => readTwice(path, stateIn, said) ?? empty(),
    async save(state) {
      const text = JSON.stringify(state)
      await writeFlushed(path, text)
      // The state is saved even if the disk is full for its copy, which is then written at the next change or start.
      await writeFlushed(copyOf(path), text).catch(() => {})
    },
  }
}

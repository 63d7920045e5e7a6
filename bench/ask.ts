import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, ROOT, run } from './child.ts'
import type { Answered, Load } from './load.ts'

/** Starts a program of the bench, with its input in a file. */
export function program(dir: string, name: 'floor' | 'load', input: unknown): Child {
  const file = join(dir, `${name}-${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(input))
  return run(process.execPath, [join(ROOT, `bench/${name}.ts`), file])
}

/** Sends requests from a separate process, each as soon as the one before is answered. */
export async function answered(dir: string, load: Load): Promise<Answered> {
  const [line] = await program(dir, 'load', load).says(/^\{.*\}$/m, load.seconds + 30)
  return JSON.parse(line) as Answered
}

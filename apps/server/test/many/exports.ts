import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { exportMembers } from '../../src/domains/member/member-file/export.service.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { eventually } from '../eventually.ts'
import { many } from '../member-fixtures.ts'
import type { World } from '../world.ts'

/** Members that an export reads at once. */
const PAGE = 1000

/** Exports many members to a slow reader: it holds no connection, and reads no page before it is needed. */
export async function expectSlowExport(world: World, count: number): Promise<void> {
  const owner = await world.anOwner()
  await many(world, owner, 'user', count)
  const { account_id } = owner
  const actor = { account_id, session_id: randomUUID() } as Actor
  const exportFrom = async (db: typeof world.db) => {
    const infrastructure = { db, clock: world.infrastructure.clock }
    const { body } = await db.account(account_id, 'read', (read) =>
      exportMembers(infrastructure, { actor, db: read, input: { type: '2', search: '' } }),
    )
    return body as AsyncIterable<Uint8Array>
  }
  const unheard = { ...world.db }
  const asked = vi.spyOn(world.db, 'account')
  onTestFinished(() => asked.mockRestore())
  const bytes = (await exportFrom(world.db))[Symbol.asyncIterator]()
  await bytes.next()
  // Waits as long as another reader needs for the whole file.
  for await (const _ of await exportFrom(unheard));
  await eventually(() => expect(world.db.load()).toEqual({ used: 0, waiting: 0 }))
  expect(asked.mock.calls.length).toBeLessThan(10)
  let chunks = 0
  while (!(await bytes.next()).done) chunks += 1
  expect([chunks > 1, asked.mock.calls.length]).toEqual([true, count / PAGE + 2])
}

import { expect } from 'vitest'
import { aPhone, anEmail, askToRegister } from '../verification-fixtures.ts'
import { type Answer, createDatabase, createWorld, type World } from '../world.ts'

/** Returns the answers that refuse: by a quota, or with 503 because the request waited too long behind the others. */
const refusals = (answers: Answer[]) => answers.filter(({ code }) => code === 429 || code === 503)

/** Asks two instances for codes that many requests at once name, and both for no more than the limit of a minute, also after a restart. */
export async function expectLimitOverInstances(requests: number, limit: number): Promise<void> {
  const url = await createDatabase()
  const settings = { WEFT_CODES_PER_MINUTE: String(limit) }
  const [one, two] = [await createWorld(settings, { url }), await createWorld(settings, { url })]
  const targets = Array.from({ length: limit + 10 }, () => anEmail())
  const ask = (_: unknown, i: number) => askToRegister(i % 2 ? one : two, targets[i % targets.length]!)
  const answers = await Promise.all(Array.from({ length: requests }, ask))
  const sent = await one.db.systemNow.sql.selectFrom('delivery').select('delivery_id').execute()
  await Promise.all([one.close(), two.close()])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(limit)
  expect(refusals(answers)).toHaveLength(requests - limit)
  expect(sent).toHaveLength(limit)

  const restarted = await createWorld({ WEFT_CODES_PER_MINUTE: String(limit + 1) }, { url })
  const target = anEmail()
  const after = [await askToRegister(restarted, target), await askToRegister(restarted, anEmail())]
  await restarted.pass(61)
  after.push(await askToRegister(restarted, anEmail()), await askToRegister(restarted, target))
  await restarted.close()
  expect(after.map(({ code }) => code)).toEqual([200, 429, 200, 200])
}

/** Asks for a code for one target with many requests at once: one is sent. */
export async function expectOneCode(world: World, requests: number): Promise<void> {
  const target = aPhone()
  const answers = await Promise.all(Array.from({ length: requests }, () => askToRegister(world, target)))
  await world.deliver()
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(refusals(answers)).toHaveLength(requests - 1)
  expect(world.outbox(target)).toHaveLength(1)
}

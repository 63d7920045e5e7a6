import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { loadDemo } from './demo.ts'

it('the demonstration has a week of minutes and 35 days of hours of every router and SaaS device', async () => {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const dir = await mkdtemp(join(tmpdir(), 'weft-demo-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await loadDemo(world.infrastructure, join(dir, 'demo-fleet.jsonl'))
  const counts = async (table: 'traffic_minute' | 'traffic_hour') => {
    const { rows } = await sql<{ routers: number; least: number; most: number }>`select count(*) as routers, min(n) as least, max(n) as most
      from (select router_name, count(*) as n from ${sql.table(table)} where interface = 'wan' group by 1) t`.execute(
      world.db.systemNow.sql,
    )
    return rows[0]!
  }
  const minutes = await counts('traffic_minute')
  expect(minutes).toMatchObject({ routers: 28, least: minutes.most })
  expect(Math.abs(minutes.least - 7 * 1440)).toBeLessThan(5)
  const hours = await counts('traffic_hour')
  expect(hours).toMatchObject({ routers: 28, least: hours.most })
  expect(Math.abs(hours.least - 35 * 24)).toBeLessThan(3)
})

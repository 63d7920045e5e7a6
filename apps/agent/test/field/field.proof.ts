import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tellLack } from '../../../server/test/lacks.ts'
import { CLOCK_LIBRARY, NO_CLOCK_LIBRARY } from '../../../server/test/moved-clock.ts'
import { whyNot } from '../network/namespaces.ts'
import { FAULTS } from './faults.ts'
import { createSite, KINDS, type Kind, type Site, VISIT_SECONDS } from './site.ts'

if (CLOCK_LIBRARY === undefined) tellLack(NO_CLOCK_LIBRARY)

describe.skipIf(whyNot())('a device in the field works again, without a visit, after', () => {
  let site: Site
  /** By fault, the seconds of each kind. */
  const seconds = new Map<string, Partial<Record<Kind, number>>>()

  beforeAll(async () => {
    site = await createSite()
    await site.isWell()
  })
  afterAll(async () => {
    await site?.close()
    const rows = [...seconds].map(([what, of]) => `| ${what} | ${KINDS.map((kind) => of[kind]?.toFixed(1) ?? '').join(' | ')} |`)
    console.info(
      [`| seconds until packets pass again, when | ${KINDS.join(' | ')} |`, `| --- |${' --- |'.repeat(KINDS.length)}`, ...rows].join('\n'),
    )
  })

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await site.testbed.story())
  })

  for (const { what, kinds, happen, after } of FAULTS) {
    it.each(kinds)(`${what}: %s`, async (kind) => {
      const device = site.devices[kind]
      try {
        const other = await happen(device, site)
        const packets = await device.carries()
        expect(packets).toBeLessThan(VISIT_SECONDS)
        seconds.set(what, { ...seconds.get(what), [kind]: other ?? packets })
      } finally {
        await after?.(device, site)
        await site.isWell()
      }
    })
  }
})

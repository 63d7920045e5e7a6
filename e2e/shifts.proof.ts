import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { pages as consolePages } from '../apps/console/src/app/pages.ts'
import { pages as deskPages } from '../apps/ops/src/app/pages.ts'
import { test as desk } from './desk.ts'
import { holding } from './failures.ts'
import { customerPage } from './sessions.ts'
import { type Shift, slowly, watchShifts } from './shifts.ts'
import { expect, test } from './test.ts'
import { deskObjects, fill, LEFT_EARLY, type Objects, type Stop, visit } from './tour.ts'

test.use({ tolerated: [LEFT_EARLY] })
desk.use({ tolerated: [LEFT_EARLY] })

interface Allowed {
  /** Any page if left out. */
  path?: string
  /** In the width of a telephone only. */
  narrow?: true
  control: RegExp
  why: string
}

/** What may move, with the reason. */
const allowed: Allowed[] = [
  { control: /^a (\S+ICP备\d+号.*|服务条款|隐私政策)$/, why: 'the foot of the site is the end of each page, below all that is loaded' },
  { narrow: true, control: /\(header\)$/, why: 'a change that is on its way has its pill in the header, which has no space left for it' },
  {
    path: '/dashboard',
    narrow: true,
    control: /\((快捷入口|公告)\)$/,
    why: 'they are below the newest changes, of which there may be few',
  },
  {
    path: '/router/lists',
    narrow: true,
    control: /^a 申请扩容|\(成员\)$/,
    why: 'the number of members that need attention has no space beside the heading, and none is kept below it, since most often it is 0',
  },
]

/** Shows one page after another, each answer late and in its own time, then reads its lists again and searches them. */
async function tour(page: Page, stops: readonly Stop[], objects: Objects = {}): Promise<void> {
  const shifts = await watchShifts(page)
  const quiet = await slowly(page)
  const found: (Shift & { when: string })[] = []
  const read = async (when: string) => void found.push(...(await shifts()).map((one) => ({ ...one, when })))
  await visit(page, stops, objects, async () => {
    await quiet()
    await read('opened')
    const main = page.getByRole('main')
    const again = main.getByRole('button', { name: /^(刷新|重新读取)$/ }).first()
    if (await again.isVisible()) {
      await again.click()
      await quiet()
      await read('read again')
    }
    const search = main.getByRole('searchbox').first()
    if (await search.isVisible()) {
      await search.fill('zz')
      await search.press('Enter')
      await quiet()
      await read('searched')
    }
  })
  const isNarrow = page.viewportSize()!.width < 600
  const wrong = found.filter(
    (one) =>
      !allowed.some(
        ({ path = one.path, narrow = false, control }) => path === one.path && (isNarrow || !narrow) && control.test(one.control),
      ),
  )
  const lines = wrong.map(({ path, control, px, from, to, when }) => `${path}, ${when}: ${control} ${px} px, ${from.join()} → ${to.join()}`)
  expect([...new Set(lines)]).toEqual([])
}

for (const width of [1440, 390]) {
  const viewport = { width, height: 900 }

  test(`no control of a page without a session moves once it is there: ${width} px wide`, async ({ visitor }) => {
    const page = await (await visitor({ viewport })).newPage()
    await tour(
      page,
      consolePages.filter((one) => one.public),
    )
  })

  const ofSessions = consolePages.filter((one) => !one.public)
  for (const half of [0, 1])
    test(`no control of a page moves once it is there: ${width} px wide, the ${half === 0 ? 'first' : 'second'} half`, async ({
      signedIn,
      accounts,
      publications,
      server,
    }) => {
      const owner = await accounts.owner({ hardware: 4, software: 2, email: `shifts${Date.now()}${half}@example.com` })
      const page = await signedIn(owner, { viewport })
      const objects = await fill(owner, { page, accounts, publications, server })
      const middle = Math.ceil(ofSessions.length / 2)
      await tour(page, half === 0 ? ofSessions.slice(0, middle) : ofSessions.slice(middle), objects)
    })

  desk(
    `no control of a page of the desk moves once it is there: ${width} px wide`,
    async ({ desk: open, visitor, accounts, publications, server }) => {
      const owner = await accounts.owner({ hardware: 4, software: 2 })
      const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
      const filled = await fill(owner, { page: customer, accounts, publications, server })
      const page = await open('admin', { viewport })
      const objects = await deskObjects(page, accounts, owner, filled)
      await tour(
        page,
        deskPages.filter((one) => !one.public),
        objects,
      )
    },
  )
}

test('the button beside one that saves keeps its place', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner({}))
  const shifts = await watchShifts(page)
  const saved = await holding(page, contract.account.edit_data.path)
  await page.goto('/account/edit')
  await page.getByLabel('生日').fill('1990-05-17')
  await page.keyboard.press('Enter')
  await page.getByLabel('行业').click()
  await page.getByTitle('互联网').last().click()
  await page.getByLabel('职业').fill('网络工程师')
  await page.getByLabel('昵称').fill('小林')
  await shifts()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: '保存' }).click()
  await expect(main.getByRole('button', { name: /保存/ })).toHaveClass(/ant-btn-loading/)
  await expect(main.getByRole('button', { name: '取消' })).toBeVisible()
  expect(await shifts()).toEqual([])
  saved()
  await expect(page).toHaveURL(/\/account$/)
})

import { expect, type Page } from '@playwright/test'
import { callApi } from '../e2e/sessions.ts'

/** One picture of a page. */
export interface Picture {
  /** Where it is kept, from the root of the checkout, without an ending. */
  file: string
  /** The size of the window; the picture shows no more than what is seen without scrolling. */
  size: readonly [width: number, height: number]
  /** True if it is taken in dark as well; its files then end in `-light` and `-dark`. */
  both?: true
  /** Taken without a session. */
  stranger?: true
  /** Opens the page and brings it into the state of the picture. */
  open: (page: Page) => Promise<void>
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const drawer = (page: Page) => page.locator('.ant-drawer-content-wrapper')

/** Opens a network of the demonstration by its name. */
async function network(page: Page, name: string, more = ''): Promise<string> {
  const networks = await callApi<{ network_name: string; network_number: string }[]>(page, 'network/lists')
  const number = networks.find(({ network_name }) => network_name === name)?.network_number
  if (!number) throw new Error(`the demonstration has no network ${name}`)
  await page.goto(`/network/detail?network_number=${number}${more}`)
  await expect(heading(page, name)).toBeVisible()
  return number
}

/** Opens a hardware member of the demonstration by its name. */
async function site(page: Page, note: string): Promise<void> {
  const [member] = await callApi<{ router_name: string }[]>(page, `router/lists?type=1&search=${encodeURIComponent(note)}`)
  if (!member) throw new Error(`the demonstration has no member ${note}`)
  await page.goto(`/router/detail?router_name=${member.router_name}`)
  await expect(heading(page, note)).toBeVisible()
}

/** Opens the application for POP access of a network that has none, with two areas chosen. */
async function popOrder(page: Page): Promise<void> {
  await network(page, 'ERP 专网')
  const number = new URL(page.url()).searchParams.get('network_number')
  await page.goto(`/network/ticket_create?network_number=${number}`)
  for (const area of ['上海', '广州']) await page.getByRole('checkbox', { name: new RegExp(`^${area}`) }).check()
  await page.getByRole('spinbutton', { name: '带宽' }).fill('50')
  await page.getByRole('radio', { name: '1 年' }).check()
}

const readme: Picture[] = [
  {
    file: 'docs/images/overview',
    size: [1440, 900],
    both: true,
    open: async (page) => {
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d+ 处需要处理/)
      const traffic = page.getByRole('region', { name: '24 小时流量' })
      await traffic.scrollIntoViewIfNeeded()
      await expect(traffic.getByRole('img')).toBeVisible()
    },
  },
  {
    file: 'docs/images/loom',
    size: [1440, 900],
    both: true,
    open: async (page) => {
      await network(page, '总部—门店')
      await expect(page.getByRole('treegrid')).toBeVisible()
    },
  },
  {
    file: 'docs/images/site',
    size: [1440, 900],
    both: true,
    open: async (page) => {
      await site(page, '合肥蜀山店')
      await expect(page.getByRole('button', { name: '复制给现场同事' })).toBeVisible()
    },
  },
]

const handbook: Picture[] = [
  {
    file: 'handbook/01-account/images/sign-in',
    size: [1120, 720],
    stranger: true,
    open: async (page) => {
      await page.goto('/login')
      await expect(page.getByAltText('图形验证码图片')).toBeVisible()
    },
  },
  {
    file: 'handbook/01-account/images/security',
    size: [1120, 640],
    open: async (page) => {
      await page.goto('/account/security')
      await expect(page.getByText('两步验证').first()).toBeVisible()
      await expect(page.getByText('此设备').first()).toBeVisible()
    },
  },
  {
    file: 'handbook/02-network/images/network-list',
    size: [1280, 640],
    open: async (page) => {
      await page.goto('/network/lists')
      await expect(page.getByRole('link', { name: '总部—门店' })).toBeVisible()
    },
  },
  {
    file: 'handbook/02-network/images/network-create',
    size: [1280, 1040],
    open: async (page) => {
      await page.goto('/network/create')
      await page.getByRole('textbox', { name: '组网名称' }).fill('华东门店')
      const list = page.getByRole('list', { name: '可选成员' })
      const search = page.getByLabel('按名称或序列号搜索')
      for (const [name, place] of [
        ['上海总部机房', '加入中心'],
        ['杭州西湖店', '加入分支'],
        ['杭州滨江店', '加入分支'],
      ] as const) {
        await search.fill(name)
        await expect(list.getByRole('checkbox')).toHaveCount(1)
        await list.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox').check()
        await page.getByRole('button', { name: place }).click()
      }
      await search.fill('')
      await expect(list.getByRole('checkbox').nth(5)).toBeVisible()
      await list.getByRole('checkbox').nth(2).check()
    },
  },
  {
    file: 'handbook/02-network/images/network-detail',
    size: [1280, 800],
    open: async (page) => {
      await network(page, '总部—门店')
      await expect(page.getByRole('treegrid')).toBeVisible()
    },
  },
  {
    file: 'handbook/02-network/images/network-links',
    size: [1280, 720],
    open: async (page) => {
      await network(page, '总部—门店')
      await page.getByRole('tab', { name: /^链路/ }).click()
      await expect(page.getByRole('tabpanel').getByText('正常', { exact: true }).first()).toBeVisible()
    },
  },
  {
    file: 'handbook/02-network/images/add-member',
    size: [1280, 720],
    open: async (page) => {
      await network(page, 'ERP 专网', '&add=branches')
      await expect(drawer(page).getByText('填入全部')).toBeVisible()
    },
  },
  {
    file: 'handbook/02-network/images/pop-order-areas',
    size: [1280, 720],
    open: popOrder,
  },
  {
    file: 'handbook/02-network/images/pop-order-members',
    size: [1280, 900],
    open: async (page) => {
      await popOrder(page)
      await page.getByRole('button', { name: '下一步' }).click()
      const free = page.getByRole('list', { name: '未分配成员' })
      for (const at of [0, 1, 2]) await free.getByRole('checkbox').nth(at).check()
    },
  },
  {
    file: 'handbook/02-network/images/pop-topology',
    size: [1280, 800],
    open: async (page) => {
      await network(page, '移动办公', '&look=topology')
      await expect(page.getByRole('application', { name: '拓扑图' })).toBeVisible()
    },
  },
]

export const pictures: readonly Picture[] = [...readme, ...handbook]

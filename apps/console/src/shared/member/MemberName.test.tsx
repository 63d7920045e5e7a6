// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import type { ComponentProps } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../page/open-pages.ts'
import { MemberName } from './MemberName.tsx'
import { MemberNames } from './MemberNames.tsx'

beforeEach(() => void stubServer())

const hefei = { router_name: 'WR210M25031581', note: '合肥政务店', router_type: 1 } as const
const show = (props: Partial<ComponentProps<typeof MemberName>>, open = true) =>
  openPage(
    <OpenPages value={() => open}>
      <MemberName member={hefei} {...props} />
    </OpenPages>,
  )

it('a member is read aloud as one sentence and leads to its page', () => {
  show({ kind: 'branch', state: 'down' })
  const link = screen.getByRole('link')
  expect(link.textContent).toBe('合肥政务店，分支，失联，序列号 WR210M25031581')
  expect(link.getAttribute('href')).toBe('/router/detail?router_name=WR210M25031581')
})

it('a software member has a login in place of a serial number', () => {
  show({ member: { router_name: 'lina@84210127', note: '李娜', router_type: 2 }, state: 'idle', form: 'line' })
  expect(screen.getByRole('link').textContent).toBe('李娜，软件，未登录，登录名 lina@84210127')
})

it('a member is no link where its page is not open to the login, nor where the name stands in something that is pressed', () => {
  show({}, false)
  expect(screen.getByText('合肥政务店')).toBeTruthy()
  show({ link: false })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('合肥政务店')).toBeTruthy()
})

it.each([
  ['政务', '政务'],
  ['wr210', 'WR210'],
])('the text %s that was searched for is marked', (search, marked) => {
  show({ search })
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([marked])
})

it('a member without a name shows its serial number first, and can be named', async () => {
  const onAddName = vi.fn()
  show({ member: { ...hefei, note: '' }, onAddName })
  expect(screen.getByRole('link').textContent).toBe('WR210M25031581，硬件，未命名')
  await user.click(screen.getByRole('button', { name: '给 WR210M25031581 添加名称' }))
  expect(onAddName).toHaveBeenCalledOnce()
})

it('a member that the login may not see has neither name nor serial number', () => {
  show({ member: null })
  expect(screen.getByText('其他组网的成员')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('a deleted member is struck through and leads nowhere', () => {
  show({ deleted: true, form: 'line' })
  expect(screen.getByText('合肥政务店').closest('s')).toBeTruthy()
  expect(screen.getByText('已删除')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('a sentence names a few members, counts the others, and tells those of one name apart', () => {
  const shops = ['WR210M25030211', 'WR210M25030212', 'WR210M25030213'].map((router_name, at) => ({
    router_name,
    note: at < 2 ? '上海静安店' : '',
    router_type: 1 as const,
  }))
  openPage(
    <OpenPages value={() => true}>
      <MemberNames members={shops} />
    </OpenPages>,
  )
  const sentence = document.querySelector('[title^="上海静安店 ·0211、"]')
  expect(sentence?.textContent).toBe('上海静安店 ·0211、上海静安店 ·0212 等 3 个成员')
  expect(sentence?.getAttribute('title')).toBe('上海静安店 ·0211、上海静安店 ·0212、WR210M25030213')
})

// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { expect, it } from 'vitest'
import { PublicLayout } from './PublicLayout.tsx'

it('the language and the theme can be chosen before the sign-in', async () => {
  stubBrowser(() => ({}))
  openPage(<PublicLayout />)
  expect(screen.getByRole('button', { name: '主题: 跟随系统' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /帮助文档/ }).getAttribute('href')).toBe('/handbook')
  await user.click(screen.getByRole('button', { name: 'EN' }))
  expect(screen.getByRole('button', { name: 'EN' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('link', { name: /^Help/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '中文' }))
  expect(screen.getByRole('link', { name: /帮助文档/ })).toBeTruthy()
})

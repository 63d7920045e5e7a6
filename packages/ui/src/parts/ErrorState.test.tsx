// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiRefusal, NetworkFailure } from '../api/refusal.ts'
import { openPage, stubBrowser } from '../testing.tsx'
import { ErrorState } from './ErrorState.tsx'

it.each([
  ['the network', new NetworkFailure(), '加载失败', '请检查网络后重试', true],
  ['the server', new ApiRefusal(500, '系统异常，请稍后再试，错误编号 ABCD'), '加载失败', '系统异常，请稍后再试，错误编号 ABCD', true],
  ['a right', new ApiRefusal(403, '没有操作权限'), '没有查看权限', '没有操作权限', false],
  ['what is gone', new ApiRefusal(204, '组网不存在'), '内容不存在或已删除', '组网不存在', false],
  ['something unknown', new Error('x'), '加载失败', '请稍后重试', true],
])('a failure of %s is told as one, and offers a second try where that may help', async (_, error, title, hint, again) => {
  stubBrowser(() => ({}))
  openPage(<ErrorState error={error} onRetry={() => {}} />, '/')
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' }) !== null).toBe(again)
})

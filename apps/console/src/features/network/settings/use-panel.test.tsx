// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { usePanel } from './use-panel.ts'

beforeEach(() => stubBrowser(() => ({})))

function Panel() {
  const { panel, open, select, close } = usePanel()
  return (
    <>
      <output>{panel ?? '无'}</output>
      <button type="button" onClick={() => open('dns')}>
        打开
      </button>
      <button type="button" onClick={() => select('HQ-0001')}>
        选择
      </button>
      <button type="button" onClick={close}>
        关闭
      </button>
    </>
  )
}

it('closing a panel goes back to the place before it was opened, although a member was selected meanwhile', async () => {
  const { address, router } = openPage(<Panel />, '/before', '/network/detail')
  await act(() => router.navigate('/network/detail'))
  const opened = router.state.location.key
  for (const name of ['打开', '选择', '关闭']) await act(async () => screen.getByText(name).click())
  expect(address()).toBe('/network/detail')
  expect(router.state.location.key).toBe(opened)
})

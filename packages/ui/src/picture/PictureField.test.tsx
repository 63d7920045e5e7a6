// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { findButton, press } from '../testing/find-button.ts'
import { user } from '../testing/user.ts'
import { PictureField } from './PictureField.tsx'
import { usePictures } from './use-pictures.ts'

const MOST = 3
beforeEach(() => stubBrowser(() => ({})))

function Place() {
  const first = Array.from({ length: MOST }, (_, at) => ({ id: `${at}`, src: `/${at}.png` }))
  return <PictureField pictures={usePictures({ upload: () => Promise.reject(new Error('full')), most: MOST, max_bytes: 1024, first })} />
}

it('when the most pictures are added, the button can still take the focus and explains why it adds none', async () => {
  const view = openPage(<Place />)
  const choose = vi.spyOn(view.container.querySelector<HTMLInputElement>('input[type=file]')!, 'click')
  const add = await findButton('添加图片')
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(add)
  expect((await screen.findByRole('tooltip')).textContent).toBe('最多上传 3 个附件')
  await user.click(add)
  expect(choose).not.toHaveBeenCalled()

  await press('移除图片 3')
  expect(add.getAttribute('aria-disabled')).toBe('false')
  await user.click(add)
  expect(choose).toHaveBeenCalledOnce()
})

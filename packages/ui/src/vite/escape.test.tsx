// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { expect, it } from 'vitest'
import { user } from '../testing/user.ts'

it('Escape closes the dialog on screen, although React drew another one before and dropped it', async () => {
  const loaded = Promise.withResolvers<{ default: () => string }>()
  const Late = lazy(() => loaded.promise)
  const heard: string[] = []
  function Dialogs() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <Modal title="first" open={open} onCancel={() => (heard.push('first'), setOpen(false))} />
        <Suspense>
          <Modal title="dropped" open onCancel={() => heard.push('dropped')} />
          <Late />
        </Suspense>
      </>
    )
  }
  render(<Dialogs />)
  await screen.findByText('first')
  await user.keyboard('{Escape}')
  expect(heard).toEqual(['first'])
  await act(async () => loaded.resolve({ default: () => 'late' }))
  await user.keyboard('{Escape}')
  expect(heard).toEqual(['first', 'dropped'])
})

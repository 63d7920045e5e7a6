// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { Form, Input } from 'antd'
import { expect, it, vi } from 'vitest'
import { FormDialog } from './FormDialog.tsx'

/** Lets no animation frame pass until the test says so, so that a dialog is open and has not moved in. @returns lets all frames pass */
function holdFrames(): () => Promise<void> {
  let held: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => held.push(frame))
  return async () => {
    while (held.length > 0) {
      const due = held
      held = []
      await act(async () => due.forEach((frame) => frame(performance.now())))
    }
  }
}

const openForm = () => {
  stubBrowser(() => ({}))
  const nothing = () => {}
  openPage(
    <FormDialog<{ name: string; model: string }> title="设备" action="登记" first="name" submit={async () => {}} onClose={nothing}>
      <Form.Item name="name" label="编号">
        <Input />
      </Form.Item>
      <Form.Item name="model" label="型号">
        <Input />
      </Form.Item>
    </FormDialog>,
  )
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('a dialog that has opened gives the focus to the field named first', async () => {
  const moveIn = holdFrames()
  openForm()
  await moveIn()
  expect(document.activeElement).toBe(field('编号'))
})

it('a field that a user chose while the dialog was still opening keeps the focus', async () => {
  const moveIn = holdFrames()
  openForm()
  await user.type(field('编号'), 'WR9')
  await user.click(field('型号'))
  await moveIn()
  await user.keyboard('WR-900')
  expect([field('编号').value, field('型号').value]).toEqual(['WR9', 'WR-900'])
})

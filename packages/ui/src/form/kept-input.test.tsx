// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { lineOfText, Password, WorkOrderBandwidth } from '@weft/contract'
import { Button, Form, Input } from 'antd'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { PasswordInput } from '../parts/PasswordInput.tsx'
import { openPage, stubBrowser } from '../testing.tsx'
import { press } from '../testing/find-button.ts'
import { user } from '../testing/user.ts'
import { counted } from './counted.ts'
import { DayPicker } from './DayPicker.tsx'
import { MinutePicker } from './MinutePicker.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { NumberInput } from './NumberInput.tsx'
import { rule } from './rule.ts'

beforeEach(() => stubBrowser(() => ({})))

function OneField({ schema, children }: { schema: Parameters<typeof rule>[0]; children: React.ReactNode }) {
  return (
    <Form>
      <Form.Item name="field" label="字段" rules={[rule(schema, '字段')]}>
        {children}
      </Form.Item>
      <Button htmlType="submit">保存</Button>
    </Form>
  )
}

it.each([
  ['a number above its bounds', '77777', '字段范围为 1–200', WorkOrderBandwidth, <NumberInput key="n" min={1} max={200} />],
  ['a number below its bounds', '0', '字段范围为 1–200', WorkOrderBandwidth, <NumberInput key="n" min={1} max={200} />],
  ['a fraction', '1.5', '字段必须是整数', WorkOrderBandwidth, <NumberInput key="n" min={1} max={200} />],
  ['what is no number', '12a', '字段必须是数字', WorkOrderBandwidth, <NumberInput key="n" min={1} max={200} />],
  ['a text that is too long', '一二三四五六', '字段不能超过 5 个字符', lineOfText(1, 5), <Input key="t" count={counted(5)} />],
  ['lines that are too long', '一二三四五六', '字段不能超过 5 个字符', lineOfText(1, 5), <Input.TextArea key="a" count={counted(5)} />],
  ['a password of 19 characters', 'abcdefghijklmnopqrs', '字段长度为 6–18 位', Password, <PasswordInput key="p" />],
])('a field keeps %s, and says its bounds', async (_what, typed, said, schema, input) => {
  openPage(<OneField schema={schema}>{input}</OneField>)
  const field = await screen.findByLabelText<HTMLInputElement>('字段')
  await user.type(field, typed)
  await user.tab()
  expect(field.value).toBe(typed)
  await press('保存')
  expect(await screen.findByText(said, { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(field.value).toBe(typed)
})

it('the arrow keys step through a number, and stop at its bounds', async () => {
  openPage(
    <OneField schema={WorkOrderBandwidth}>
      <NumberInput min={1} max={3} />
    </OneField>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('字段')
  await user.type(field, '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(field.value).toBe('3')
  await user.type(field, '{ArrowDown}')
  expect(field.value).toBe('2')
  expect(field.getAttribute('aria-valuenow')).toBe('2')
})

it.each([
  ['a day', '1990-01-02', <DayPicker key="d" />],
  ['a day of the past', '1990-01-02', <DayPicker key="p" latest="2026-01-01" />],
  ['a minute', '2026-11-30 12:00', <MinutePicker key="m" />],
])('Enter takes %s that was typed, and does not send the form', async (_what, typed, input) => {
  const sent = vi.fn<() => void>()
  openPage(
    <Form onFinish={sent}>
      <Form.Item name="field" label="字段">
        {input}
      </Form.Item>
      <Button htmlType="submit">保存</Button>
    </Form>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('字段')
  await user.type(field, `${typed}{Enter}`)
  await user.tab()
  expect(field.value).toBe(typed)
  expect(sent).not.toHaveBeenCalled()
  await press('保存')
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
})

it('no form cuts what is typed, or pulls a number between its bounds', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const files = globSync('{apps/console,apps/ops,packages/ui}/src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(300)
  const cutting = /\bmaxLength[=:}]|\bexceedFormatter\b|<InputNumber/
  expect(files.filter((file) => cutting.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

/** Forms without a guard of their own, by why nothing is lost there without a question. */
const UNGUARDED = [
  // A page, a wizard or a drawer around them asks.
  'apps/console/src/features/recovery/AccountStep.tsx',
  'apps/console/src/features/monitor/dialogs/ContactForm.tsx',
  'apps/console/src/features/account/wizard/ContactWizard.tsx',
  'apps/console/src/shared/verification/IdentityForm.tsx',
  'apps/console/src/features/recovery/IdentityStep.tsx',
  'apps/console/src/features/account/wizard/NewPasswordForm.tsx',
  'apps/console/src/features/recovery/PasswordStep.tsx',
  'apps/console/src/features/network/work-order/PopStep.tsx',
  'apps/console/src/features/registration/RegistrationForm.tsx',
  // What was typed is kept, and shown at the next visit.
  'apps/ops/src/features/ticket/ReplyBox.tsx',
  'apps/console/src/features/ticket/TicketForm.tsx',
  // Names and codes that are typed anew each time: signing in, a proof, a confirmation.
  'packages/ui/src/dialog/ConfirmByTyping.tsx',
  'packages/ui/src/totp/DisableTotpDialog.tsx',
  'apps/console/src/features/session/LoginForm.tsx',
  'apps/ops/src/features/session/LoginPage.tsx',
  'apps/console/src/shared/verification/PasswordProof.tsx',
  'apps/console/src/features/session/SecondFactorForm.tsx',
  'packages/ui/src/totp/TotpSetup.tsx',
  // One choice.
  'apps/console/src/features/network/work-order/ChooseNetworkDialog.tsx',
  'apps/ops/src/features/publication/document/MoveDialog.tsx',
  'apps/console/src/features/member/dialogs/ProfileDialog.tsx',
]

it('no form loses what was typed without a question', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const unguarded = globSync('{apps/console,apps/ops,packages/ui}/src/**/*.tsx', { cwd: root }).filter((file) => {
    const written = file.endsWith('.test.tsx') ? '' : readFileSync(path.join(root, file), 'utf8')
    const count = (what: RegExp) => [...written.matchAll(what)].length
    return count(/<Form(?:[ <>]|$)/gm) > count(/use(?:Unsaved|Form)Guard\(/g)
  })
  expect(unguarded.toSorted()).toEqual(UNGUARDED.toSorted())
})

it('a page that starts anew with another parameter of its address says so to its forms', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const pages = globSync('apps/{console,ops}/src/**/*Page.tsx', { cwd: root })
  expect(pages.length).toBeGreaterThan(50)
  const silent = pages.filter((file) => {
    const written = readFileSync(path.join(root, file), 'utf8')
    const read = [...written.matchAll(/const (\w+) = \w+\.get\('\w+'\)(?: \?\? '')?$/gm)]
    return read.some(([, name]) => written.includes(` key={${name}}`))
  })
  expect(silent).toEqual([])
})

it('a character too many of a new password is reported while it is typed, and a short one once the field is left', async () => {
  openPage(
    <Form>
      <NewPasswordFields shape={{ password: Password, again: Password }} names={['password', 'again']} labels={['密码', '确认密码']} />
    </Form>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('密码')
  const said = () => screen.queryAllByText('密码长度为 6–18 位', { selector: '.ant-form-item-explain-error' })
  await user.type(field, 'Abc1')
  expect(said()).toEqual([])
  await user.tab()
  await waitFor(() => expect(said()).toHaveLength(1))
  await user.type(field, 'defghijklmnopq')
  await waitFor(() => expect(said()).toEqual([]))
  expect(screen.getByText('强')).toBeTruthy()
  await user.type(field, 'r')
  await waitFor(() => expect(said()).toHaveLength(1))
  expect(field.value).toHaveLength(19)
  expect(screen.queryByText('强')).toBeNull()
})

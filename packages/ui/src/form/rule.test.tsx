// @vitest-environment jsdom
import { lineOfText, Password, SignInName } from '@weft/contract'
import { screen } from '@testing-library/react'
import { Button, Form, Input } from 'antd'
import { beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { ApiRefusal } from '../api/refusal.ts'
import { language } from '../i18n/use-text.ts'
import { openPage, stubBrowser } from '../testing.tsx'
import { applyFieldErrors } from './apply-field-errors.ts'
import { rule } from './rule.ts'
import { user } from '../testing/user.ts'

beforeEach(() => {
  language.set('zh-CN')
  stubBrowser(() => ({}))
})

const problem = async (schema: z.ZodType, label: string, value: unknown): Promise<string | undefined> => {
  const { validator } = rule(schema, label) as { validator: (rule: object, value: unknown) => Promise<void> }
  return validator({}, value).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

it('a rule uses the sentences of the contract, with the label of the form', async () => {
  expect(await problem(SignInName, '用户名', '  ')).toBe('用户名不能为空')
  expect(await problem(Password, '密码', 'abc')).toBe('密码长度为 6–18 位')
  expect(await problem(Password, '密码', 'abcdef')).toBeUndefined()
})

it('a rule reports that a cleared field cannot be empty', async () => {
  expect(await problem(Password, '密码', '')).toBe('密码不能为空')
  expect(await problem(Password, '密码', undefined)).toBe('密码不能为空')
  expect(await problem(lineOfText(0, 24), '备注', '')).toBeUndefined()
})

it('a rule uses the language of the screen', async () => {
  language.set('en')
  expect(await problem(SignInName, 'Username', '')).toBe('Username cannot be empty')
})

it('a rule marks only fields that must be filled in', () => {
  expect(rule(Password, '密码')).toMatchObject({ required: true })
  expect(rule(lineOfText(0, 24), '备注')).toMatchObject({ required: false })
})

function Prefixes({ errors }: { errors: { field: string; msg: string }[] }) {
  const [form] = Form.useForm()
  return (
    <Form form={form} initialValues={{ prefix: [{ ip: '10.0.0.1' }, { ip: '10.0.1.1' }] }}>
      <Form.Item name={['prefix', 0, 'ip']} label="网段一">
        <Input />
      </Form.Item>
      <Form.Item name={['prefix', 1, 'ip']} label="网段二">
        <Input />
      </Form.Item>
      <Button onClick={() => applyFieldErrors(form, new ApiRefusal(422, '提交的内容有误', { errors }))}>保存</Button>
    </Form>
  )
}

it("applyFieldErrors shows the server's errors at nested fields and focuses the first", async () => {
  openPage(<Prefixes errors={[{ field: 'prefix.1.ip', msg: '请输入正确的网段' }]} />)
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('请输入正确的网段')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('网段二'))
})

it('applyFieldErrors distinguishes a refusal about the whole form from one about its fields', () => {
  const [setFields, focusField] = [() => {}, () => {}]
  const form = { getFieldInstance: () => undefined, setFields, focusField } as never
  expect(applyFieldErrors(form, new ApiRefusal(403, '没有操作权限'))).toBe(false)
  expect(applyFieldErrors(form, new ApiRefusal(422, '有误', { errors: [{ field: 'ip', msg: '有误' }] }))).toBe(true)
})

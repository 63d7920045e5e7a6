import type { Page } from '@playwright/test'
import type { Login, Owner } from './accounts.ts'
import { awaitLetter, texted } from './outbox.ts'
import { callApi } from './sessions.ts'
import { expect } from './test.ts'

const BY_PHONE = { send_type: 'phone', verify_type: 'verify_phone' } as const

/** Proves a session's identity as the console would: by a code to the owner's phone, or by the password if no contact is bound. */
export async function proveIdentity(page: Page, who: Login & Partial<Pick<Owner, 'phone'>>): Promise<void> {
  if (!who.phone) return void (await callApi(page, 'verify/password', { password: who.password }))
  const letter = await awaitLetter(page.request, texted(who.phone))
  await callApi(page, 'verify/send_code', { ...BY_PHONE, send_value: '' })
  await callApi(page, 'verify/verify', { ...BY_PHONE, code: await letter.code() })
}

/** Answers the dialog 「身份验证」 with the code that it sends to the owner's phone. */
export async function proveInDialog(page: Page, { phone }: Owner): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '身份验证' })
  const letter = await awaitLetter(page.request, texted(phone!))
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByLabel('短信验证码').fill(await letter.code())
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

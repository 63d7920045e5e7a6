import type { Page } from '@playwright/test'
import { callApi } from './sessions.ts'

export const drawer = (page: Page) => page.getByRole('dialog')

/** The button that imports what was checked. */
export const start = (page: Page) => page.getByRole('button', { name: '开始导入' })

/** Returns how many software members the account has. */
export const members = async (page: Page) => (await callApi<{ software: number }>(page, 'router/quantity')).software

/** Returns a row of a list of members to add. */
export const aRow = (username: string, phone = '', note = '') => [username, 'abc12345', '', phone, note]

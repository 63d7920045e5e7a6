import type { Reporter, TestCase } from '@playwright/test/reporter'
import { note } from './progress.ts'

/** Notes which tests Playwright begins and ends. */
export default class PlaywrightProgress implements Reporter {
  onTestBegin(test: TestCase): void {
    note('begins', test.titlePath().join(' > '))
  }
  onTestEnd(test: TestCase): void {
    note('ends', test.titlePath().join(' > '))
  }
}

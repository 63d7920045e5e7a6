import { defineConfig } from '@playwright/test'
import { judgeEveryState } from './e2e/states.ts'
import tests from './playwright.config.ts'

judgeEveryState()

/** The browser tests of proofs (proof/tests.ts): what takes too long for every run of `npm test`. */
export default defineConfig({ ...tests, testMatch: '*.proof.ts', outputDir: 'test-results/browser-proof' })

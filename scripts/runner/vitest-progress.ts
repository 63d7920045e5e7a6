import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { note } from './progress.ts'

const fileOf = ({ relativeModuleId }: TestModule) => relativeModuleId
const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`

/** Notes which files and tests Vitest begins and ends. */
export default class VitestProgress implements Reporter {
  onTestModuleQueued(module: TestModule): void {
    note('begins', fileOf(module))
  }
  onTestCaseReady(test: TestCase): void {
    note('begins', nameOf(test))
  }
  onTestCaseResult(test: TestCase): void {
    note('ends', nameOf(test))
  }
  onTestModuleEnd(module: TestModule): void {
    note('ends', fileOf(module))
  }
}

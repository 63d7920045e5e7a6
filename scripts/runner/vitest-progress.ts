import path from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { note } from './progress.ts'

const fileOf = ({ relativeModuleId }: TestModule) => relativeModuleId
const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`

/** Returns the test files that an error names: the one whose test ran, or those whose process did not start. */
const filesNamedBy = ({ VITEST_TEST_PATH, message }: SerializedError): unknown[] =>
  VITEST_TEST_PATH === undefined ? (/ worker for test files (.*)\.$/.exec(message)?.[1]?.split(', ') ?? []) : [VITEST_TEST_PATH]

/** Notes which files and tests Vitest begins and ends, and the errors outside of them, which its report in JSON does not have. */
export default class VitestProgress implements Reporter {
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }
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
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const files = filesNamedBy(error).map((file) => path.relative(this.#root, String(file)))
      for (const file of files.length > 0 ? files : ['']) note('breaks', file, error.stack ?? error.message)
    }
  }
}

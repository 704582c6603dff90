import type { TestModule } from 'vitest/node'

interface TestCount {
  passed: number
  /** Those of `passed` that failed the first time. */
  flaky: number
  failed: number
  skipped: number
}

/**
 * Counts the tests of a run. An error outside all tests, in a file or in the run, counts as one failed test, so
 * that no run with an error passes.
 */
export function countTests(modules: TestModule[], strayErrors: number): TestCount {
  const count = { passed: 0, flaky: 0, failed: strayErrors, skipped: 0 }
  for (const module of modules) {
    const failedBefore = count.failed
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') count.passed++
      else if (state === 'failed') count.failed++
      else count.skipped++
      if (test.diagnostic()?.flaky) count.flaky++
    }
    const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    count.failed += broken.length
    if (!module.ok() && count.failed === failedBefore) count.failed++
  }
  return count
}

/** The last line of `npm test`. */
export function closingLine({ passed, flaky, failed, skipped }: TestCount): string {
  const again = flaky > 0 ? ` (${flaky} of them the second time)` : ''
  return `${passed} passed${again}, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

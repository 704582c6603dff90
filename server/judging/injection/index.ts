/**
 * Injection tests: how often an answer wins a judge's verdict by a text that attacks the judge, with the defences of
 * judging and without them.
 */
export { planInjectionTest, testInjection } from './test-injection.ts'
export type { InjectionTest } from './test-injection.ts'

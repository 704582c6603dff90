import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of the paths of files that take long, the longest first. A short file may take longest. */
const LONG = [
  '/package/package.long',
  '/e2e/web-answers.long',
  '/architecture/verify.long',
  '/chaos/first-worlds',
  '/e2e/accessibility.long',
  '/openapi/fuzz.long',
  '/e2e/live.long',
  '/scripts/climb-loop',
  '/draw-page.long',
  '/scripts/run.test',
  '/import-memory',
  '/python/client.long',
  '/setup/setup.long',
  '/grown-arena',
  '/e2e/board.long',
  '/e2e/texts.long',
  '/simulate/worlds.long',
  '/chaos/other-worlds',
  '/compare-judging',
  '/judge-lapses',
  '/ledger/ledger.long',
  '/tools/packed.long',
  '/ratings/snapshot',
  '/web-answers/drawn',
  '/e2e/',
  '.long.test.',
  '/live/',
  '/judging/',
  '/scripts/',
]

/** Begun last, a file that takes long would run alone: so they come first, also where no run has timed them yet. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((part) => moduleId.includes(part))
      return place === -1 ? LONG.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  // state of the page (*.svelte.ts) runs in tests as it does on a server
  plugins: [svelte({ configFile: false })],
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    // begun large: growing step by step, it is collected three times as often
    execArgv: ['--min-semi-space-size=16'],
    // each file has databases and folders of its own, so they can share what is loaded and compiled
    isolate: false,
    // more than the cores: much of what a test does is waiting
    maxWorkers: Math.min(availableParallelism() + 2, 12),
    sequence: { sequencer: LongestFirst },
    // they only end what hangs: no test may fail because a machine is slow
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 180_000 } },
  },
})

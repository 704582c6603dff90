import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  // state of the page (*.svelte.ts) runs in tests as it does on a server
  plugins: [svelte({ configFile: false })],
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    // each file has databases and folders of its own, so they can share what is loaded and compiled
    isolate: false,
    // one more than the cores that are asked for: much of what a test does is waiting
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

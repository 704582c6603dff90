import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // state of the page (*.svelte.ts) runs in tests as it does on a server
  plugins: [svelte({ configFile: false })],
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
  },
})

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const api = process.env['DEADHEAT_API'] ?? 'http://127.0.0.1:4747'

export default defineConfig({
  root: 'web',
  plugins: [svelte()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy allows files of this site only, no data: addresses.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '^/a/[^/]+\\.(md|txt)$': api },
  },
})

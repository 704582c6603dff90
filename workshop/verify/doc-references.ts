/**
 * Checks the references of documents: every relative link, path in backticks and `npm run …` in a Markdown file
 * must exist, and so must every document that code names (`docs/….md`, with or without an anchor). A path in
 * backticks is checked if it begins with a folder of the project. A path with a blank or one of `<>*{}…` is a
 * pattern and is not checked.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

const LAYOUT = /^(\.ci|clients|docs|examples|migrations|rubrics|scripts|server|shared|test|web|workshop)\//
const SOURCES =
  '{clients,examples,migrations,scripts,server,shared,web,workshop}/**/*.{ts,mjs,svelte,json,yaml}'
const DOCUMENT = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g
const GENERATED = ['**/node_modules/**', 'dist/**', '.deadheat/**', 'test-results/**']
const FENCE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1`*[ \t]*$/gm
const LINK = /(?<!`)!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s+<?([^\s>]+)/gm
const CODE = /`([^`\n]+)`/g
const NPM_RUN = /\bnpm (?:run(?: -s| --silent)* ([a-z][\w:-]*)|(start|test)\b)/g

/** GitHub's anchor of a heading. */
const headingAnchor = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const anchorsIn = (markdown: string) =>
  [...markdown.replace(FENCE, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading]) =>
    headingAnchor(heading!),
  )

function brokenLink(root: string, document: string, markdown: string, link: string): string | null {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return null
  const [path, anchor] = decodeURI(link).split('#', 2) as [string, string?]
  const target = path === '' ? join(root, document) : resolve(root, dirname(document), path)
  if (!existsSync(target)) return `links to ${link}, which is not there`
  if (!anchor || !target.endsWith('.md')) return null
  const anchors = anchorsIn(path === '' ? markdown : readFileSync(target, 'utf8'))
  return anchors.includes(anchor) ? null : `links to ${link}, where no heading has that name`
}

function brokenPath(root: string, document: string, code: string): string | null {
  if (!LAYOUT.test(code) || /[\s<>*{}…]/.test(code)) return null
  const path = code.replace(/(:\d+)+$|#.*$|\/$/, '')
  const isThere = [root, join(root, dirname(document))].some((folder) =>
    existsSync(join(folder, normalize(path))),
  )
  return isThere ? null : `names \`${code}\`, which is not there`
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Documents that code names but that do not exist. Without a docs/ folder nothing is checked. */
function brokenInCode(root: string): string[] {
  if (!existsSync(join(root, 'docs'))) return []
  return globSync(SOURCES, { cwd: root, exclude: GENERATED })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(DOCUMENT)].flatMap(({ index, 0: named }) => {
        const problem = brokenLink(root, 'package.json', '', named)
        return problem === null ? [] : [`${file}:${lineAt(text, index)}: ${problem}`]
      })
    })
}

/** One line for each broken reference, `file:line: what`. `root` contains package.json. */
export const brokenReferences = (root: string): string[] => [
  ...brokenInDocuments(root),
  ...brokenInCode(root),
]

function brokenInDocuments(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return globSync('**/*.md', { cwd: root, exclude: GENERATED })
    .toSorted()
    .flatMap((document) => {
      const markdown = readFileSync(join(root, document), 'utf8')
      const prose = markdown.replace(FENCE, (block) => block.replace(/[^\n]/g, ' '))
      const problems = [
        ...[...prose.matchAll(LINK)].map((match) => ({
          index: match.index,
          problem: brokenLink(root, document, markdown, match[1] ?? match[2]),
        })),
        ...[...prose.matchAll(CODE)].map(({ index, 1: code }) => ({
          index,
          problem: brokenPath(root, document, code!),
        })),
        ...[...markdown.matchAll(NPM_RUN)].map(({ index, 1: named, 2: short }) => {
          const script = (named ?? short)!
          const known = script in scripts
          return {
            index,
            problem: known ? null : `says \`npm run ${script}\`, and package.json has no such script`,
          }
        }),
      ]
      return problems
        .filter(({ problem }) => problem !== null)
        .toSorted((a, b) => a.index - b.index)
        .map(({ index, problem }) => `${document}:${lineAt(markdown, index)}: ${problem}`)
    })
}

if (import.meta.main) {
  const broken = brokenReferences(join(import.meta.dirname, '../..'))
  for (const line of broken) console.log(line)
  process.exitCode = broken.length > 0 ? 1 : 0
}

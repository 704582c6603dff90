/** Reports of tests as JUnit writes them (XML). */
import { StringDecoder } from 'node:string_decoder'
import type { SaxesTagPlain } from 'saxes'
import { msg } from '../../../shared/messages/index.ts'
import { FileError } from './fields.ts'
import type { OpenFile } from './open-file.ts'

const REPORT = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<testsuites?[\s>]/

export const isTestReport = ({ head }: OpenFile): boolean => REPORT.test(head.toString('utf8'))

/** States of tests that did not run, as GoogleTest and others write them beside the name. */
export const NOT_RUN = /^(?:not ?run|skip(?:ped)?|disabled|ignored|suppressed)$/i

/** A test: `isPassed` is null if it did not run. */
interface TestResult {
  task: string
  isPassed: boolean | null
}

/**
 * The tests of a report in their order. Repeats of a test are one task.
 * @throws {FileError} if it is no well-formed XML, such as half a file, or has a document type
 */
export async function parseTestReport(file: OpenFile): Promise<TestResult[]> {
  // most files are none, and `rate` loads what it needs alone
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  const decoder = new StringDecoder('utf8')
  const path: string[] = []
  const found: TestResult[] = []
  const refuse = () => {
    throw new FileError(msg('xml_broken', { file: file.name, line: parser.line }))
  }
  parser.on('error', refuse)
  // entities are defined there
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name: tag, attributes }: SaxesTagPlain) => {
    const name = tag.replace(/^.*:/, '')
    if (path.at(-1) === 'testcase') {
      const test = found.at(-1)!
      if (name === 'failure' || name === 'error') test.isPassed &&= false
      if (name === 'skipped') test.isPassed = null
    } else if (name === 'testcase') {
      const { classname, name: title, status, result } = attributes
      const isRun = ![status, result].some((state) => NOT_RUN.test(state ?? ''))
      found.push({ task: [classname, title].filter(Boolean).join(' '), isPassed: isRun ? true : null })
    }
    path.push(name)
  })
  parser.on('closetag', () => void path.pop())
  for await (const chunk of file.chunks) parser.write(decoder.write(chunk))
  parser.write(decoder.end()).close()
  const tasks = tasksOfRepeats(new Set(found.map(({ task }) => task)))
  return found.map((test) => ({ ...test, task: tasks.get(test.task) ?? test.task }))
}

/** The number of a repeat and of all, as pytest-repeat writes them behind the name and the parameters of a test. */
const REPEATED = /\[(?:(.*)-)?([1-9]\d*)-([1-9]\d*)\]$/s

/** The tasks of tests that are 1 to n of n repeats. If one is missing, the numbers are parameters. */
function tasksOfRepeats(names: ReadonlySet<string>): Map<string, string> {
  const tasks = new Map<string, string>()
  const taskName = (name: string) => name.replace(REPEATED, (_, of?: string) => (of ? `[${of}]` : ''))
  for (const [task, all] of Map.groupBy(names, taskName)) {
    const numbers = new Set(all.map((name) => REPEATED.exec(name)?.slice(2).join()))
    const areRepeats = all.length > 1 && all.every((_, i) => numbers.has(`${i + 1},${all.length}`))
    if (areRepeats) for (const name of all) tasks.set(name, task)
  }
  return tasks
}

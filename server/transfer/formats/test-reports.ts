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
 * The tests of a report in their order.
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
  return found
}

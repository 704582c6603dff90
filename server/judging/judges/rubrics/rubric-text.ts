/** The text of a rubric's file or of a judge prompt's. */
import { ProblemError } from '../../../platform/http/http.ts'
import { faultLine } from '../../../platform/read-yaml.ts'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'

/** Removes differences that a reader cannot see: line ends, trailing space, a byte order mark, composed letters. */
export function normalise(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .normalize('NFC')
}

/** @throws {ProblemError} `invalid_request` if it is not UTF-8 */
export function decoded(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse([msg('at_place', { place: file, wrong: msg('is_not_utf8') })])
  }
}

/** @throws {ProblemError} `invalid_request`, always */
export function refuse(faults: CodedMessage[]): never {
  throw new ProblemError('invalid_request', faultLine(faults))
}

/** What a model said of one answer. */
import { bareWord, LONGEST_READ, readMarks, tooLong, wholeObject, withoutThinking } from '../read-verdicts.ts'

type CheckVerdict = { passed: boolean; reason: string | null } | { unreadable: string }

/**
 * Reads the verdict of a check from its JSON field or its marked line.
 * @returns the verdict, or why the reply has none
 */
export function readCheck(reply: string, marker: string): CheckVerdict {
  const text = withoutThinking(reply)
  if (text.length > LONGEST_READ) return tooLong(text)
  const object = wholeObject(text)
  if (object) {
    const passed = yesOrNo(object['verdict'])
    const reason = object['reason']
    if (passed === null) return { unreadable: 'no valid verdict' }
    return { passed, reason: typeof reason === 'string' ? reason.trim() || null : null }
  }
  const marks = readMarks(text, marker, yesOrNo)
  if ('unreadable' in marks) return marks
  const mark = marks.get('check')
  if (!mark)
    return { unreadable: 'the reply is neither one JSON object nor has a line that bears the marker' }
  return { passed: mark.verdict, reason: mark.before.trim() || null }
}

function yesOrNo(value: unknown): boolean | null {
  if (typeof value !== 'string') return null
  const word = bareWord(value).toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : null
}

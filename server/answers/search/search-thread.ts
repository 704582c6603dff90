/** The thread in which search-texts.ts searches. It loads no package. */
import { findWebDocument, textWithoutTags } from '../../../shared/web-answers/web-document.ts'
import { answerTasks } from '../../platform/jobs/thread.ts'
import type { TellingName } from '../leaks/known-names.ts'
import { selfNaming, type SelfNaming } from '../leaks/self-naming.ts'
import { identityQuestion } from './identity-question.ts'
import { injectionIn } from './injection-words.ts'
import type { TextSearch } from './search-texts.ts'

/** Long texts are searched in parts, which share so many characters. */
const PART = 100_000
const OVERLAP = 1000

function overlappingParts(text: string): string[] {
  const step = PART - OVERLAP
  const parts = Math.max(1, Math.ceil((text.length - OVERLAP) / step))
  return Array.from({ length: parts }, (_, part) => text.slice(part * step, part * step + PART))
}

/** An answer, and what is read of it where it is shown as a page. */
function textsRead(text: string): string[] {
  const document = findWebDocument(text)
  return document ? [text, textWithoutTags(document)] : [text]
}

/** Building the search for names takes longer than most searches; one for each contestant of an arena or a few. */
const MAX_NAMINGS = 200
const namings = new Map<string, SelfNaming>()

function cachedNaming(names: readonly TellingName[]): SelfNaming {
  const key = JSON.stringify(names)
  let naming = namings.get(key)
  if (!naming) {
    if (namings.size >= MAX_NAMINGS) namings.clear()
    namings.set(key, (naming = selfNaming(names)))
  }
  return naming
}

function searchText(search: TextSearch): string | null {
  switch (search.kind) {
    case 'injection':
      return firstFound(search.texts, injectionIn)
    case 'identity-question':
      return firstFound(search.texts, identityQuestion)
    case 'self-naming':
      return firstFound(search.texts.flatMap(textsRead), cachedNaming(search.names))
  }
}

function firstFound(texts: readonly string[], find: (text: string) => string | null): string | null {
  for (const part of texts.flatMap(overlappingParts)) {
    const words = find(part)
    if (words !== null) return words
  }
  return null
}

answerTasks((searches: readonly TextSearch[]) => searches.map(searchText))

/** Loads the words of every language, as the renderer of the server does. */
import { LANGUAGES, type Language } from '../../shared/contracts/language.ts'
import { loadMoreWords, loadWords } from '../../web/src/words/words.ts'

await loadMoreWords()
await Promise.all((Object.keys(LANGUAGES) as Language[]).map(loadWords))

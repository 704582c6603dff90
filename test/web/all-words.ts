/** Loads the words of every language, as the renderer of the server does. */
import { LANGUAGES, type LanguageCode } from '../../web/src/words/language.svelte.ts'
import { loadMoreWords, loadWords } from '../../web/src/words/words.ts'

await loadMoreWords()
await Promise.all((Object.keys(LANGUAGES) as LanguageCode[]).map(loadWords))

/** The path of the picture of a board. `search` is the view as in the address of its page. */
export function plateHref(
  arena: string,
  format: 'svg' | 'png',
  search: string,
  language: string,
  theme: 'light' | 'dark' = 'light',
): string {
  const query = languageIn(search, language)
  if (theme !== 'light') query.set('theme', theme)
  return `/a/${arena}/plate.${format}${query.size > 0 ? `?${query}` : ''}`
}

/** The path of the page that shows a board in a frame. `search` is the view as in the address of its page. */
export function embedHref(arena: string, search: string, language: string): string {
  const query = languageIn(search, language)
  return `/a/${arena}/embed${query.size > 0 ? `?${query}` : ''}`
}

function languageIn(search: string, language: string): URLSearchParams {
  const query = new URLSearchParams(search)
  if (language !== 'en') query.set('lang', language)
  return query
}

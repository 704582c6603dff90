/** The path of the picture of a board. `search` is the view as in the address of its page. */
export function plateHref(
  arena: string,
  format: 'svg' | 'png',
  search: string,
  language: string,
  theme: 'light' | 'dark' = 'light',
): string {
  const query = new URLSearchParams(search)
  if (language !== 'en') query.set('lang', language)
  if (theme !== 'light') query.set('theme', theme)
  return `/a/${arena}/plate.${format}${query.size > 0 ? `?${query}` : ''}`
}
